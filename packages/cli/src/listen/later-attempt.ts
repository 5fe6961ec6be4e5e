import type { DeliveryEvent } from '@merchantpay/sdk'
import { signWebhook } from '@merchantpay/webhook-verify'
import { standardHeaders } from '../receiver-check/standard-headers.js'

type Delivery = DeliveryEvent['delivery']

/** A later attempt of a delivery: the same bytes with a fresh signature, as the service sends it. */
export function laterAttempt(delivery: Delivery, attempt: number, secret: string): Delivery {
  const timestamp = Math.floor(Date.now() / 1_000)
  const { delivery_id: id, headers } = delivery
  const body = Buffer.from(delivery.body)
  const fresh: Record<string, string> = {
    'x-merchant-signature': signWebhook({ body, secrets: secret, timestamp }),
    'x-webhook-attempt': `${attempt}`,
    ...standardHeaders({ id, timestamp, body, secret }),
  }
  const kept = Object.entries(headers).filter(([name]) => !(name.toLowerCase() in fresh))
  return { ...delivery, headers: { ...Object.fromEntries(kept), ...fresh } }
}
