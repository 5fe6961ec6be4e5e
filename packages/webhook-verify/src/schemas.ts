import * as v from 'valibot'
import {
  vPaymentConfirmedEvent,
  vPaymentExpiredEvent,
  vPaymentFrozenEvent,
  vPaymentOverpaidEvent,
  vPaymentUnderpaidEvent,
  vWithdrawalCompletedEvent,
  vWithdrawalFailedEvent,
} from './generated/schemas.gen.js'

/**
 * The valibot schema of the contract's events. New fields and new statuses pass; an event of another name fails at
 * `event`. Keep the event that `verify` returned, since the output of the schema is a copy.
 *
 * @see the interface, "Webhook events"; openapi/DECISIONS.md "Webhooks"
 * @example
 * ```ts
 * import { webhookEventSchema } from '@merchantpay/webhook-verify/schemas'
 * import { safeParse } from 'valibot'
 *
 * const verdict = safeParse(webhookEventSchema, { event: 'payment.expired', timestamp: 'yesterday', data: {} })
 * console.log(verdict.issues?.[0].message) // Invalid timestamp: Received "yesterday"
 * ```
 */
export const webhookEventSchema = v.variant('event', [
  vPaymentConfirmedEvent,
  vPaymentExpiredEvent,
  vPaymentUnderpaidEvent,
  vPaymentFrozenEvent,
  vPaymentOverpaidEvent,
  vWithdrawalCompletedEvent,
  vWithdrawalFailedEvent,
])
