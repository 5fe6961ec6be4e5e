import { randomUUID } from 'node:crypto'
import type { MerchantPay } from '@merchantpay/sdk'
import { createReceiver, type WebhookEvent } from '@merchantpay/webhook-verify'
import { sqliteDedupe } from '@merchantpay/webhook-verify/dedupe/sqlite'
import { honoWebhook } from '@merchantpay/webhook-verify/hono'
import type { Database } from 'better-sqlite3'
import { Hono } from 'hono'
import { checkout } from './checkout.js'
import type { Cart } from './database.js'
import { readEvents } from './events.js'
import { fulfilPaidCarts } from './fulfilment.js'
import { cartPage, frontPage } from './pages.js'
import { noteSignal, readSignals } from './payments.js'

export interface ShopOptions {
  readonly mp: MerchantPay
  readonly database: Database
  readonly webhookSecret: string | undefined
  readonly publicUrl: string
  /** Epoch milliseconds. */
  readonly now?: () => number
}

export interface Shop {
  readonly app: Hono
  /** Makes a cart. @returns its id */
  addCart(amount: string): string
  /** As the route does: the page to pay on, undefined when there is nothing to pay. @throws Error for an unknown cart */
  checkout(cartId: string): Promise<string | undefined>
  /** Looks into everything that is new, and ships what is paid. It runs after each webhook, at the start and every minute. */
  work(): Promise<void>
  /** Finds what no webhook has reported, such as a second payment, and works. It runs at the start and once an hour. */
  catchUp(): Promise<void>
  findCart(cartId: string): Cart | undefined
}

/** @throws WebhookVerificationError `invalid_secret` */
export function createShop(options: ShopOptions): Shop {
  const { mp, database, webhookSecret, publicUrl, now = Date.now } = options
  const findCart = (id: string) =>
    database.prepare('SELECT * FROM carts WHERE id = ?').get(id) as Cart | undefined

  const note = ({ data }: WebhookEvent) => {
    if ('order_number' in data) noteSignal(database, data.order_id, data.metadata)
  }
  const receiver = createReceiver({
    secrets: webhookSecret,
    clock: now,
    dedupe: sqliteDedupe(database, { clock: now }),
    on: {
      'payment.confirmed': note,
      'payment.underpaid': note,
      'payment.expired': note,
      'payment.frozen': note,
    },
    onRepeat: (event) => note(event as WebhookEvent), // known, since the events above are
  })

  const shop: Shop = {
    app: new Hono(),
    addCart(amount) {
      const id = randomUUID()
      database.prepare('INSERT INTO carts (id, amount) VALUES (?, ?)').run(id, amount)
      return id
    },
    async checkout(cartId) {
      const cart = findCart(cartId)
      if (!cart) throw new Error(`there is no cart ${cartId}`)
      return checkout({ mp, database, publicUrl, now }, cart)
    },
    async work() {
      // Carts known to be paid are shipped, even when the service cannot be reached.
      try {
        await readSignals(mp, database)
      } finally {
        fulfilPaidCarts(database, new Date(now()))
      }
    },
    async catchUp() {
      try {
        await readEvents(mp, database)
      } finally {
        await shop.work()
      }
    },
    findCart,
  }

  const workLater = () => void shop.work().catch(console.error) // what failed is still in the database
  shop.app
    .get('/', (context) => context.html(frontPage()))
    .post('/carts', (context) => context.redirect(`/carts/${shop.addCart('25.00')}`, 303))
    .post('/carts/:id/checkout', async (context) => {
      const id = context.req.param('id')
      if (!findCart(id)) return context.notFound()
      return context.redirect((await shop.checkout(id)) ?? `/carts/${id}`, 303)
    })
    // The customer comes back here. That proves nothing, so the page shows what the shop knows.
    .get('/carts/:id', (context) => {
      const cart = findCart(context.req.param('id'))
      return cart ? context.html(cartPage(cart)) : context.notFound()
    })
    .get('/carts/:id/status', (context) => {
      const cart = findCart(context.req.param('id'))
      return cart ? context.json({ status: statusOf(cart) }) : context.notFound()
    })
    .post('/webhooks', async (context) => {
      const answer = await honoWebhook(receiver)(context)
      workLater()
      return answer
    })
  return shop
}

/** The status that the customer sees. */
export function statusOf({ paid_by, fulfilled_at }: Cart): 'open' | 'paid' | 'shipped' {
  if (fulfilled_at) return 'shipped'
  return paid_by ? 'paid' : 'open'
}
