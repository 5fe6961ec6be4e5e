import type { MedusaContainer } from '@medusajs/framework/types'
import { createReceiver } from '@merchantpay/webhook-verify'
import { type ExpressRequest, expressWebhook } from '@merchantpay/webhook-verify/express'
import { PaymentRecords } from '../../../payment-records.js'
import { merchantPay, webhookSecret } from '../../../settings.js'
import { Shop } from '../../../shop.js'

type Request = ExpressRequest & { readonly scope: MedusaContainer }
type Response = Parameters<ReturnType<typeof expressWebhook>>[1]

/**
 * Receives webhooks. An event says which order to read again, and the answer is sent once everything that follows is in the
 * database. Each part of it happens once, so that events need no store of their own.
 */
export async function POST(request: Request, response: Response): Promise<void> {
  const shop = new Shop(request.scope)
  const records = new PaymentRecords(merchantPay(), shop)
  const read = ({ data }: { data: { order_id: string } }) => records.readAndRecord(data.order_id)
  const receiver = createReceiver({
    secrets: webhookSecret(),
    dedupe: false,
    on: {
      'payment.confirmed': read,
      'payment.underpaid': read,
      'payment.frozen': read,
      'payment.overpaid': read,
      'withdrawal.failed': async ({ data: { order_id, refund_id, failure_code } }) => {
        if (order_id && refund_id) await records.refundFailed(order_id, refund_id, failure_code)
      },
    },
    onError: (error) => shop.logError(`a webhook was refused: ${error}`),
  })
  await expressWebhook(receiver)(request, response)
}
