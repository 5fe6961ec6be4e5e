import { createHmac } from 'node:crypto'

/** A secret that encodes 33 bytes. Secrets of the earlier spelling sign X-Merchant-Signature only. */
const STANDARD_SECRET = /^whsec_([0-9A-Za-z+/]{44})$/

/** Input of {@link standardHeaders}. */
interface Signed {
  readonly deliveryId: string
  /** Unix seconds. */
  readonly timestamp: number
  /** The bytes that are signed. */
  readonly body: string
  readonly secrets: readonly (string | Uint8Array)[]
}

/** Returns the headers of the Standard Webhooks specification, as the service sends them. */
export function standardHeaders({ deliveryId, timestamp, body, secrets }: Signed): Record<string, string> {
  const signatures = secrets.flatMap((secret) => {
    const encoded = STANDARD_SECRET.exec(textOf(secret))?.[1]
    if (encoded === undefined) return []
    const mac = createHmac('sha256', Buffer.from(encoded, 'base64')).update(
      `${deliveryId}.${timestamp}.${body}`,
    )
    return [`v1,${mac.digest('base64')}`]
  })
  if (signatures.length === 0) return {}
  return {
    'webhook-id': deliveryId,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': signatures.join(' '),
  }
}

const textOf = (secret: string | Uint8Array): string =>
  typeof secret === 'string' ? secret : new TextDecoder().decode(secret)
