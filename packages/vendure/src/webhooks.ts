import { createReceiver } from '@merchantpay/webhook-verify'
import { expressWebhook } from '@merchantpay/webhook-verify/express'
import { Logger } from '@vendure/core'
import type { CartPayments } from './cart-payments.js'
import type { Refunds } from './refunds.js'

/**
 * Makes the handler of webhooks. An event says which order to read again, and the answer is sent once everything that follows is
 * in the database. Each part of it happens once, so that events need no store of their own.
 *
 * @throws WebhookVerificationError `invalid_secret`
 */
export function createWebhooks(
  secret: string | undefined,
  payments: CartPayments,
  refunds: Refunds,
): ReturnType<typeof expressWebhook> {
  const read = ({ data }: { data: { order_id: string } }) => payments.readAndRecord(data.order_id)
  const end = async (refund: { order_id?: string; refund_id?: string }, failure?: string) => {
    if (refund.order_id && refund.refund_id) await refunds.end(refund.order_id, refund.refund_id, failure)
  }
  const receiver = createReceiver({
    secrets: secret,
    dedupe: false,
    on: {
      'payment.confirmed': read,
      'payment.underpaid': read,
      'payment.frozen': read,
      'payment.overpaid': read,
      'withdrawal.completed': ({ data }) => end(data),
      'withdrawal.failed': ({ data }) => end(data, data.failure_code),
    },
    onError: (error) => Logger.error(`A webhook was refused: ${error}`, 'MerchantPay'),
  })
  return expressWebhook(receiver)
}
