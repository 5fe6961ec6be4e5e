import type { VerifiedWebhook } from '@merchantpay/webhook-verify'

/** What a shop does about each event, here in words. */
export function react({ known, event }: VerifiedWebhook): string {
  if (!known) return `ignored ${event.event}: newer than this receiver`
  const { order_number } = event.data
  switch (event.event) {
    case 'payment.confirmed':
      // EXPIRED_PAID is late money: the goods may be gone, so a person decides.
      return event.data.status === 'PAID'
        ? `fulfil ${order_number}: ${event.data.received_amount} USDT received`
        : `look into ${order_number}: ${event.data.status}`
    case 'payment.expired':
      return `give up ${order_number}: nobody paid in time`
    case 'payment.underpaid':
      return `look into ${order_number}: ${event.data.missing_amount} USDT missing`
  }
}
