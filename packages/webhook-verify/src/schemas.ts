import * as v from 'valibot'
import type { WEBHOOK_EVENTS } from './generated/events.gen.js'
import {
  vPaymentConfirmedEvent,
  vPaymentExpiredEvent,
  vPaymentFrozenEvent,
  vPaymentUnderpaidEvent,
  vWithdrawalCompletedEvent,
  vWithdrawalFailedEvent,
} from './generated/schemas.gen.js'

/**
 * The valibot schema of each event of the contract, by its name. New fields and new statuses pass. The schemas give a
 * verdict with paths; keep the event that `verify` returned, since their output is a copy.
 *
 * @see the interface, «Webhook events»; openapi/DECISIONS.md «Webhooks»
 */
export const webhookEventSchemas = {
  'payment.confirmed': vPaymentConfirmedEvent,
  'payment.expired': vPaymentExpiredEvent,
  'payment.underpaid': vPaymentUnderpaidEvent,
  'payment.frozen': vPaymentFrozenEvent,
  'withdrawal.completed': vWithdrawalCompletedEvent,
  'withdrawal.failed': vWithdrawalFailedEvent,
} satisfies Record<(typeof WEBHOOK_EVENTS)[number], v.GenericSchema>

/**
 * The valibot schema of any event of the contract; an event it does not know fails at `event`.
 *
 * @see the interface, «Webhook events»
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
  vWithdrawalCompletedEvent,
  vWithdrawalFailedEvent,
])
