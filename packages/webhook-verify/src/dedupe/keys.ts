import type { VerifiedWebhook } from '../verifier/verifier.js'

/**
 * The key of an event: its name with the id of its order or withdrawal, as one order can expire and be paid later, and with
 * the id of an overpayment, of which an order can have several. The key
 * of an event about neither is the digest of its bytes.
 *
 * @see the interface, "Webhook events"; openapi/DECISIONS.md "Webhooks"
 */
export async function eventKey({ event, rawBody }: VerifiedWebhook): Promise<string> {
  const { order_id, withdrawal_id, overpayment_id } = event.data as Record<string, unknown> // an unknown event may have any data
  const ids = [order_id, withdrawal_id, overpayment_id].filter((id) => id && typeof id === 'string')
  // JSON, so that two different lists never make the same key.
  return JSON.stringify([event.event, ...(ids.length > 0 ? ids : [await digestOf(rawBody)])])
}

/** SHA-256 as 64 lower-case hex digits. */
export async function digestOf(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
