import type { WebhookHandlers } from '@merchantpay/webhook-verify'

/** Takes what a shop would do, in words. When it fails, the event comes again. */
export type Tell = (line: string) => void | Promise<void>

/** What a shop does about each event. */
export function reactions(tell: Tell): WebhookHandlers {
  return {
    'payment.confirmed': ({ data }) =>
      // EXPIRED_PAID is late money: the goods may be gone, so a person decides.
      data.status === 'PAID'
        ? tell(`fulfil ${data.order_number}: ${data.received_amount} USDT received`)
        : tell(`look into ${data.order_number}: ${data.status}`),
    'payment.expired': ({ data }) => tell(`give up ${data.order_number}: nobody paid in time`),
    'payment.underpaid': ({ data }) =>
      tell(`look into ${data.order_number}: ${data.missing_amount} USDT missing`),
    'payment.frozen': ({ data }) => tell(`hold back ${data.order_number}: under review, ${data.reason}`),
    'withdrawal.completed': ({ data }) =>
      tell(`book ${data.withdrawal_number}: ${data.amount} USDT paid out`),
    'withdrawal.failed': ({ data }) => tell(`look into ${data.withdrawal_number}: ${data.failure_code}`),
  }
}
