import type { DecimalString, MerchantPay, RetrievedOrder } from '@merchantpay/sdk'
import type { Database } from 'better-sqlite3'
import type { Attempt, Cart } from './database.js'
import { recordOrder } from './payments.js'

/** An open order with less time left is not offered again. */
const LEAST_TIME_LEFT_MS = 120_000

export interface CheckoutOptions {
  readonly mp: MerchantPay
  readonly database: Database
  /** The URL of the shop, https except on this machine. */
  readonly publicUrl: string
  readonly now: () => number
}

/**
 * Finds the page on which a customer pays for a cart: that of the order that is open, or of a new one.
 *
 * @returns undefined when there is nothing to pay: the cart is paid, or a payment is under review
 */
export async function checkout(options: CheckoutOptions, cart: Cart): Promise<string | undefined> {
  const attempts = options.database
    .prepare('SELECT * FROM attempts WHERE cart_id = ? ORDER BY attempt DESC')
    .all(cart.id) as Attempt[]
  // Every order of the cart is looked at, since an earlier one may have been paid late.
  const ids = attempts.flatMap(({ order_id }) => order_id ?? [])
  const orders = await Promise.all(ids.map((id) => readOrder(options, id)))
  if (isCartPaid(options.database, cart) || orders.some(({ status }) => status === 'FROZEN')) return undefined
  const open = orders.find((order) => isPayable(order, options.now()))
  if (open?.kind === 'on_chain') return open.payment_url
  const [last] = attempts
  // An attempt without an order was interrupted: the same key leads to the same order.
  const attempt = last && !last.order_id ? last.attempt : (last?.attempt ?? 0) + 1
  return createOrder(options, cart, attempt)
}

async function readOrder({ mp, database }: CheckoutOptions, id: string): Promise<RetrievedOrder> {
  const order = await mp.orders.get(id)
  recordOrder(database, order)
  return order
}

/** Whether the page of an order still leads to a payment: the window is open long enough, or a payment is under way. */
function isPayable({ status, expire_at }: RetrievedOrder, now: number): boolean {
  return status === 'CONFIRMING' || (status === 'OPEN' && Date.parse(expire_at) - now >= LEAST_TIME_LEFT_MS)
}

async function createOrder(
  { mp, database, publicUrl }: CheckoutOptions,
  { id, amount }: Cart,
  attempt: number,
): Promise<string> {
  database
    .prepare('INSERT INTO attempts (cart_id, attempt) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(id, attempt)
  const isPublic = publicUrl.startsWith('https:')
  const order = await mp.orders.create({
    amount: amount as DecimalString, // checked when the cart was made
    currency: 'USDT',
    network: 'TRC20',
    description: `Cart ${id}`,
    metadata: { cart: id, attempt },
    idempotency_key: `cart-${id}/${attempt}`,
    ...(isPublic && { return_url: `${publicUrl}/carts/${id}`, webhook_url: `${publicUrl}/webhooks` }),
  })
  database
    .prepare('UPDATE attempts SET order_id = ? WHERE cart_id = ? AND attempt = ?')
    .run(order.id, id, attempt)
  recordOrder(database, order)
  return order.payment_url
}

function isCartPaid(database: Database, { id }: Cart): boolean {
  const cart = database.prepare('SELECT paid_by FROM carts WHERE id = ?').get(id) as Cart | undefined
  return Boolean(cart?.paid_by)
}
