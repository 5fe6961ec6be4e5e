import type { VerifiedWebhook } from '@merchantpay/webhook-verify'

/** What a shop does about each event, here in words. */
export function react({ known, event }: VerifiedWebhook): string {
  if (!known) return `ignored ${event.event}: newer than this receiver`
  switch (event.event) {
    case 'payment.confirmed':
      // EXPIRED_PAID is late money: the goods may be gone, so a person decides.
      return event.data.status === 'PAID'
        ? `fulfil ${event.data.order_number}: ${event.data.received_amount} USDT received`
        : `look into ${event.data.order_number}: ${event.data.status}`
    case 'payment.expired':
      return `give up ${event.data.order_number}: nobody paid in time`
    case 'payment.underpaid':
      return `look into ${event.data.order_number}: ${event.data.missing_amount} USDT missing`
    case 'payment.frozen':
      return `hold back ${event.data.order_number}: under review, ${event.data.reason}`
    case 'withdrawal.completed':
      return `book ${event.data.withdrawal_number}: ${event.data.amount} USDT paid out`
    case 'withdrawal.failed':
      return `look into ${event.data.withdrawal_number}: ${event.data.failure_code}`
  }
}
