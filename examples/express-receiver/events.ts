import type { WebhookHandlers } from '@merchantpay/webhook-verify'

/** Carries out an action, here given as a line of text. When it fails, the sender retries the event. */
export type Act = (line: string) => void | Promise<void>

/** The action of a shop for each event. */
export function reactions(act: Act): WebhookHandlers {
  return {
    'payment.confirmed': ({ data }) =>
      // EXPIRED_PAID is a late payment: the goods may be gone, so a person decides.
      data.status === 'PAID'
        ? act(`fulfil ${data.order_number}: ${data.received_amount} USDT received`)
        : act(`look into ${data.order_number}: ${data.status}`),
    'payment.expired': ({ data }) => act(`give up ${data.order_number}: not paid in time`),
    'payment.underpaid': ({ data }) =>
      act(`look into ${data.order_number}: ${data.missing_amount} USDT missing`),
    'payment.overpaid': ({ data }) =>
      act(`refund the surplus of ${data.order_number}: ${data.transfer_amount} USDT`),
    'payment.frozen': ({ data }) => act(`hold back ${data.order_number}: under review, ${data.reason}`),
    'withdrawal.completed': ({ data }) =>
      act(`record ${data.withdrawal_number}: ${data.amount} USDT paid out`),
    'withdrawal.failed': ({ data }) => act(`look into ${data.withdrawal_number}: ${data.failure_code}`),
  }
}
