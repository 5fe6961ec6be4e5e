import type {
  PaymentConfirmedEvent,
  PaymentExpiredEvent,
  PaymentFrozenEvent,
  PaymentOverpaidEvent,
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
  | PaymentOverpaidEvent
  | WithdrawalCompletedEvent
  | WithdrawalFailedEvent
