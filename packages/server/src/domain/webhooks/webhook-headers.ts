import type { KeyObject } from 'node:crypto'
import { signWebhook } from '@merchantpay/webhook-verify'
import type { AlertEvent } from '../attention/alert.js'
import type { EventType } from './event-types.js'

/** Input of {@link webhookHeaders}. */
export interface SignedAttempt {
  readonly event: EventType | AlertEvent
  /** The bytes that are sent. */
  readonly body: Buffer
  readonly deliveryId: string
  /** 1 for the first. */
  readonly attempt: number
  /** The webhook secrets as text, or the keys made from them. */
  readonly secrets: readonly (string | KeyObject)[]
  /** Unix seconds. */
  readonly timestamp: number
  /** Trace context of this attempt. */
  readonly traceparent?: string | undefined
}

/** Returns the headers of an attempt, including the signature. */
export const webhookHeaders = (signed: SignedAttempt): Record<string, string> => ({
  'X-Merchant-Signature': signWebhook({
    body: signed.body,
    secrets: signed.secrets,
    timestamp: signed.timestamp,
  }),
  'X-Webhook-Event': signed.event,
  'X-Webhook-Id': signed.deliveryId,
  'X-Webhook-Attempt': `${signed.attempt}`,
  ...(signed.traceparent === undefined ? {} : { traceparent: signed.traceparent }),
})
