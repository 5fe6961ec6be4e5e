import { createHmac } from 'node:crypto'
import { signWebhook } from '@merchantpay/webhook-verify'
import type { SigningKeys } from '../secrets/signing-keys.js'
import type { AlertEvent, EventType } from './event-types.js'

/** Input of {@link webhookHeaders}. */
export interface SignedAttempt {
  readonly event: EventType | AlertEvent
  /** The bytes that are sent. */
  readonly body: Buffer
  readonly deliveryId: string
  /** 1 for the first. */
  readonly attempt: number
  /** Those of each secret in force, newest first. */
  readonly keys: readonly SigningKeys[]
  /** Unix seconds. */
  readonly timestamp: number
  /** Trace context of this attempt. */
  readonly traceparent?: string | undefined
}

/** Returns the headers of an attempt, including the signatures. */
export const webhookHeaders = (signed: SignedAttempt): Record<string, string> => ({
  'X-Merchant-Signature': signWebhook({
    body: signed.body,
    secrets: signed.keys.map(({ text }) => text),
    timestamp: signed.timestamp,
  }),
  'X-Webhook-Event': signed.event,
  'X-Webhook-Id': signed.deliveryId,
  'X-Webhook-Attempt': `${signed.attempt}`,
  ...standardHeaders(signed),
  ...(signed.traceparent === undefined ? {} : { traceparent: signed.traceparent }),
})

/** The headers of the Standard Webhooks specification; none where no secret in force encodes bytes. */
function standardHeaders({ body, deliveryId, timestamp, keys }: SignedAttempt): Record<string, string> {
  const signatures: string[] = []
  for (const { bytes } of keys) {
    if (!bytes) continue
    const mac = createHmac('sha256', bytes).update(`${deliveryId}.${timestamp}.`).update(body)
    signatures.push(`v1,${mac.digest('base64')}`)
  }
  if (signatures.length === 0) return {}
  return {
    'webhook-id': deliveryId,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': signatures.join(' '),
  }
}
