import { createHmac } from 'node:crypto'

/** The spelling that encodes the 33 bytes of a key. A secret of another one signs X-Merchant-Signature alone. */
const ENCODED = /^whsec_([0-9A-Za-z+/]{44})$/

export interface StandardWebhook {
  readonly id: string
  /** Unix seconds. */
  readonly timestamp: number
  readonly body: Uint8Array
  readonly secret: string
}

/** The headers of Standard Webhooks, which the service sends beside its own: a receiver may check these instead. */
export function standardHeaders({ id, timestamp, body, secret }: StandardWebhook): Record<string, string> {
  const [, encoded] = ENCODED.exec(secret) ?? []
  if (encoded === undefined) return {}
  const mac = createHmac('sha256', Buffer.from(encoded, 'base64')).update(`${id}.${timestamp}.`).update(body)
  return {
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': `v1,${mac.digest('base64')}`,
  }
}
