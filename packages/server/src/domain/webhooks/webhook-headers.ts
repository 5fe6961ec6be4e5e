import type { KeyObject } from 'node:crypto'
import { signWebhook } from '@merchantpay/webhook-verify'
import type { EventType } from './event-types.js'

/** What the headers of one attempt say. */
export interface SignedAttempt {
  readonly event: EventType
  /** The bytes that are sent. */
  readonly body: Buffer
  readonly deliveryId: string
  /** 1 for the first. */
  readonly attempt: number
  /** As the merchant has them, or the keys made of them. */
  readonly secrets: readonly (string | KeyObject)[]
  /** Unix seconds. */
  readonly timestamp: number
}

/** The headers that tell a receiver what a body is, and that it is ours. */
export const webhookHeaders = (signed: SignedAttempt): Record<string, string> => ({
  'X-Merchant-Signature': signWebhook({
    body: signed.body,
    secrets: signed.secrets,
    timestamp: signed.timestamp,
  }),
  'X-Webhook-Event': signed.event,
  'X-Webhook-Id': signed.deliveryId,
  'X-Webhook-Attempt': `${signed.attempt}`,
})
