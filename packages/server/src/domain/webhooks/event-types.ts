/** The events to which a webhook endpoint can subscribe; `payment.overpaid` goes to no URL of an order. */
export const EVENT_TYPES = [
  'payment.confirmed',
  'payment.expired',
  'payment.underpaid',
  'payment.frozen',
  'payment.overpaid',
  'withdrawal.completed',
  'withdrawal.failed',
] as const

export type EventType = (typeof EVENT_TYPES)[number]
export type WithdrawalEvent = Extract<EventType, `withdrawal.${string}`>
export type OrderEvent = Exclude<EventType, WithdrawalEvent>

/** The events of the operator's alerts, which are signed and sent like webhooks. */
export type AlertEvent = 'attention.opened' | 'attention.resolved'
