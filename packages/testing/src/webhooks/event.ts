import type {
  PaymentConfirmedEvent,
  PaymentExpiredEvent,
  PaymentFrozenEvent,
  PaymentUnderpaidEvent,
  WithdrawalCompletedEvent,
  WithdrawalFailedEvent,
} from '@merchantpay/sdk'

/** The body of a webhook. */
export type WebhookEvent =
  | PaymentConfirmedEvent
  | PaymentExpiredEvent
  | PaymentUnderpaidEvent
  | PaymentFrozenEvent
  | WithdrawalCompletedEvent
  | WithdrawalFailedEvent
