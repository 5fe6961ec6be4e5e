import { linkStatus, linkUrl, type PaymentLink } from '../domain/links/payment-link.js'
import { givenPrice } from '../domain/rates/price.js'
import { isoOrNull, isoTime } from '../domain/shared/iso-time.js'
import { formatRate, formatUsdt, type Usdt } from '../domain/shared/money.js'
import type { Instant } from '../domain/shared/types.js'
import type { components } from '../generated/contract.gen.js'

/** Makes the JSON of a payment link as it is at `now`. */
export const presentPaymentLink = (
  link: PaymentLink,
  now: Instant,
  publicUrl: string,
): components['schemas']['PaymentLink'] => ({
  id: link.id,
  url: linkUrl(publicUrl, link),
  status: linkStatus(link, now),
  uses: link.uses,
  amount_mode: link.amountMode,
  ...amountOrNone('amount', link.amount),
  ...(link.price && { price: givenPrice(link.price) }),
  ...amountOrNone('min_amount', link.amountMin),
  ...amountOrNone('max_amount', link.amountMax),
  currency: 'USDT',
  ...(link.networks && { networks: [...link.networks] }),
  ...(link.description === null ? {} : { description: link.description }),
  metadata: JSON.parse(link.metadata) as Record<string, unknown>, // stored from an object
  ...(link.returnUrl === null ? {} : { return_url: link.returnUrl }),
  ...(link.webhookUrl === null ? {} : { webhook_url: link.webhookUrl }),
  tolerance_percent: formatRate(link.tolerance),
  expires_at: isoOrNull(link.expiresAt),
  orders_count: link.ordersCount,
  paid_orders_count: link.paidOrdersCount,
  paid_amount: formatUsdt(link.paid),
  credited_amount: formatUsdt(link.credited),
  environment: link.environment,
  created_at: isoTime(link.createdAt),
  updated_at: isoTime(link.updatedAt),
})

const amountOrNone = (name: 'amount' | 'min_amount' | 'max_amount', amount: Usdt | null) =>
  amount === null ? {} : { [name]: formatUsdt(amount) }
