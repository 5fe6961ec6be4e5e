/** One life of a shop with one cart: customers, deaths and repeated webhooks in a random sequence. */
import { MerchantPay, type RetrievedOrder } from '@merchantpay/sdk'
import { createTestServer, type TestServer } from '@merchantpay/testing'
import type { Database } from 'better-sqlite3'
import { mulberry32 } from '../../../packages/testing/src/ids.js'
import { openDatabase } from '../database.js'
import { dueRefunds, payRefund } from '../refunds.js'
import { createShop, type Shop } from '../shop.js'

const STEPS = 24
const MINUTE_MS = 60_000
/** Longer than the schedule of all attempts of a webhook. */
const QUIET_MS = 48 * 60 * MINUTE_MS
const PRICE = 25
/** A paid order of which less is kept was refunded whole; fees leave some cents. */
const LEAST_KEPT = 1
/** Where refunds go. */
const CUSTOMER = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
const ACTIONS = ['pay', 'overpay', 'underpay', 'late_pay', 'late_pay', 'expire', 'expire'] as const

/** The end of a run, at the service and in the shop. */
export interface RunResult {
  /** Paid orders that were neither refunded whole nor before they were paid. */
  readonly paidOrders: number
  /** Paid orders with more than the price, which was not refunded. */
  readonly overpaidOrders: number
  readonly shipments: number
  /** Orders with a refund that a person has to pay. */
  readonly refunds: number
  readonly paidRefunds: number
  readonly orders: number
  readonly deaths: number
}

/** Says for itself which orders are paid, since the shop may be wrong. */
const isPaid = (status: string) => ['PAID', 'EXPIRED_PAID'].includes(status)

/** A process of the shop ended in the middle of a call. */
class Death extends Error {}

export async function seededRun(seed: number): Promise<RunResult> {
  const run = new Run(seed)
  for (let step = 0; step < STEPS; step += 1) await run.step()
  return run.end()
}

class Run {
  private readonly random: () => number
  private readonly server: TestServer
  private readonly database: Database = openDatabase(':memory:')
  private readonly cartId: string
  private readonly webhooks: Request[] = []
  private shop: Shop
  private isUp = true
  private isMortal = true
  private deaths = 0
  /** Work of the shop in the background, which passes no virtual time. */
  private readonly underWay = new Set<Promise<unknown>>()

  constructor(seed: number) {
    const next = mulberry32(seed)
    this.random = () => next() / 2 ** 32
    this.server = createTestServer({ seed, requestsPerMinute: Number.POSITIVE_INFINITY })
    this.shop = this.open()
    this.cartId = this.shop.addCart(`${PRICE}.00`)
    this.server.deliverTo((request) => {
      this.webhooks.push(request.clone())
      return this.tracked(this.receive(request))
    })
  }

  async step(): Promise<void> {
    const dice = this.random()
    if (dice < 0.25) await this.orDie(() => this.shop.checkout(this.cartId))
    else if (dice < 0.6) await this.act()
    else if (dice < 0.65) await this.orDie(() => this.shop.work())
    else if (dice < 0.7) await this.orDie(() => this.shop.catchUp())
    else if (dice < 0.8) await this.repeatWebhook()
    else if (dice < 0.87) this.die()
    else if (dice < 0.91) this.isUp = !this.isUp
    else if (dice < 0.97) await this.orDie(() => this.refund())
    await this.pass(Math.floor(this.random() * 12 * MINUTE_MS))
  }

  /** Lets every attempt of every webhook come to its end with a shop that works. */
  async end(): Promise<RunResult> {
    this.isMortal = false
    this.isUp = true
    await this.pass(QUIET_MS)
    await this.shop.catchUp()
    const client = this.plainClient()
    const orders = []
    for await (const { id } of client.orders.list()) orders.push(await client.orders.get(id))
    await this.finishRefunds()
    const kept = await Promise.all(orders.map((order) => this.keptOf(order)))
    // An underpaid order whose refund began pays no cart, also when the rest comes.
    const givenBack = this.database
      .prepare("SELECT order_id FROM refunds WHERE reason = 'paid too little' AND destination IS NOT NULL")
      .pluck()
      .all()
    const count = (sql: string) => this.database.prepare(sql).pluck().get() as number
    const result = {
      paidOrders: orders.filter(
        ({ id, status }, at) => isPaid(status) && Number(kept[at]) > LEAST_KEPT && !givenBack.includes(id),
      ).length,
      overpaidOrders: orders.filter(
        (order, at) => isPaid(order.status) && 'overpaid_amount' in order && Number(kept[at]) > PRICE,
      ).length,
      shipments: count('SELECT count(*) FROM shipments'),
      refunds: dueRefunds(this.database).filter(({ reason }) => reason !== 'paid too little').length,
      paidRefunds: count('SELECT count(*) FROM refunds WHERE refund_id IS NOT NULL'),
      orders: orders.length,
      deaths: this.deaths,
    }
    this.database.close()
    return result
  }

  /** A person pays the first refund that is due. */
  private async refund(): Promise<void> {
    const [due] = dueRefunds(this.database)
    if (due) await payRefund(this.client(), this.database, due.order_id, CUSTOMER)
  }

  /** Pays the refunds that have begun, with money for their fees in the balance. */
  private async finishRefunds(): Promise<void> {
    const mp = this.plainClient()
    const other = await mp.orders.create({ amount: '1000.00', currency: 'USDT', network: 'TRC20' })
    await mp.testHelpers.simulateOrder(other.id, { action: 'pay' })
    await this.pass(MINUTE_MS)
    for (const { order_id, destination } of dueRefunds(this.database))
      if (destination) await payRefund(mp, this.database, order_id, destination)
  }

  /** The money of an order that the merchant keeps after its refunds. */
  private async keptOf(order: RetrievedOrder): Promise<number> {
    if (order.kind !== 'on_chain') return 0
    let kept = Number(order.credited_amount ?? 0)
    for await (const { amount } of this.plainClient().orders.listRefunds(order.id)) kept -= Number(amount)
    return kept
  }

  /** Advances the clock, and waits for what the shop began meanwhile. */
  private async pass(ms: number): Promise<void> {
    await this.server.advance(ms)
    while (this.underWay.size > 0) await Promise.allSettled(this.underWay)
  }

  private tracked<Value>(promise: Promise<Value>): Promise<Value> {
    this.underWay.add(promise)
    const forget = () => void this.underWay.delete(promise)
    promise.then(forget, forget)
    return promise
  }

  private open(): Shop {
    const shop = createShop({
      mp: this.client(),
      database: this.database,
      webhookSecret: this.server.webhookSecret,
      publicUrl: 'https://shop.example',
      now: this.server.clock.now,
    })
    const { work } = shop
    shop.work = () => this.tracked(work())
    return shop
  }

  private plainClient(): MerchantPay {
    const { baseUrl, fetch, clock, keys } = this.server
    return new MerchantPay({ ...keys.test, baseUrl, clock, fetch, rateLimit: false })
  }

  /** A client whose process may die before a request, or after the service has acted on it. */
  private client(): MerchantPay {
    const { baseUrl, fetch, clock, keys } = this.server
    const mortal: typeof fetch = async (input, init) => {
      this.mayDie()
      const response = await fetch(input, init)
      this.mayDie()
      return response
    }
    return new MerchantPay({ ...keys.test, baseUrl, clock, fetch: mortal, maxRetries: 0, rateLimit: false })
  }

  private mayDie(): void {
    if (this.isMortal && this.random() < 0.08) throw new Death()
  }

  /** Runs a part of the shop. Whatever it was doing when it failed, another process goes on from the database. */
  private async orDie(run: () => Promise<unknown>): Promise<void> {
    try {
      await run()
    } catch {
      this.die()
    }
  }

  private die(): void {
    this.deaths += 1
    this.shop = this.open()
  }

  /** A webhook arrives. The process may die between its answer and the fulfilment, or before the answer. */
  private async receive(request: Request): Promise<Response> {
    if (!this.isUp) return new Response(null, { status: 503 })
    const response = await this.shop.app.fetch(request)
    if (this.isMortal && this.random() < 0.15) {
      this.die()
      return new Response(null, { status: 502 })
    }
    return response
  }

  private async repeatWebhook(): Promise<void> {
    const one = this.webhooks[Math.floor(this.random() * this.webhooks.length)]
    if (one) await this.receive(one.clone())
  }

  /** The customer, or the time, does something with one of the orders. */
  private async act(): Promise<void> {
    const mp = this.plainClient()
    // Also an order whose creation the shop did not live to see.
    const { orders } = await mp.orders.list()
    const id = orders[Math.floor(this.random() * orders.length)]?.id
    const action = ACTIONS[Math.floor(this.random() * ACTIONS.length)] ?? 'pay'
    if (id === undefined) return
    // Not every action is possible in every state.
    await mp.testHelpers.simulateOrder(id, { action }).catch(() => undefined)
  }
}
