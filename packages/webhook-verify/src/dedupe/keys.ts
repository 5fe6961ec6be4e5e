import type { VerifiedWebhook } from '../verifier/verifier.js'

/**
 * What an event is known by: its name with the order or the withdrawal it is about, as one order can expire and be paid
 * later. An event about neither is known by its bytes.
 *
 * @see the interface, «Webhook events»; openapi/DECISIONS.md «Webhooks»
 */
export async function eventKey({ event, rawBody }: VerifiedWebhook): Promise<string> {
  const { order_id, withdrawal_id } = event.data as Record<string, unknown> // an unknown event may have anything
  const ids = [order_id, withdrawal_id].filter((id) => id && typeof id === 'string')
  // As JSON, so that no two lists are ever written alike.
  return JSON.stringify([event.event, ...(ids.length > 0 ? ids : [await digestOf(rawBody)])])
}

/** SHA-256, 64 lower-case hex digits. */
export async function digestOf(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
