import { MerchantPay } from '@merchantpay/sdk'
import { createTestServer, type TestServerOptions } from '@merchantpay/testing'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../database.js'
import { noteSignal, recordOrder } from '../payments.js'
import { dueRefunds, payRefund } from '../refunds.js'
import { createShop, type Shop } from '../shop.js'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const ADDRESS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'

/** A shop at the in-memory service. `open` makes another process of it, on the same database. */
function openShop(options?: TestServerOptions) {
  const server = createTestServer(options)
  const { baseUrl, clock, keys } = server
  let requests = 0
  const fetch: typeof server.fetch = (...call) => {
    requests += 1
    return server.fetch(...call)
  }
  /** Counts the requests that some work takes. */
  const requestsOf = async (work: () => Promise<void>) => {
    const before = requests
    await work()
    return requests - before
  }
  const rateLimit = options ? false : undefined
  const mp = new MerchantPay({ ...keys.test, baseUrl, fetch, clock, rateLimit })
  const database = openDatabase(':memory:')
  onTestFinished(() => void database.close())
  const open = () =>
    createShop({
      mp,
      database,
      webhookSecret: server.webhookSecret,
      publicUrl: 'https://shop.example',
      now: clock.now,
    })
  const receiving: Promise<unknown>[] = []
  const deliverTo = ({ app }: Shop) =>
    server.deliverTo((request) => {
      const answer = Promise.resolve(app.fetch(request))
      receiving.push(answer)
      return answer
    })
  const act = async (action: 'pay' | 'overpay' | 'underpay' | 'late_pay' | 'expire', attempt = 1) => {
    const id = database
      .prepare('SELECT order_id FROM attempts WHERE attempt = ?')
      .pluck()
      .get(attempt) as string
    await mp.testHelpers.simulateOrder(id, { action })
    await server.advance(MINUTE_MS)
    await Promise.all(receiving) // a receiver takes no virtual time
    return id
  }
  return { server, mp, database, open, act, deliverTo, requestsOf }
}

test('a returning customer gets the open order, and a new one once it has expired', async () => {
  const { server, open, act } = openShop()
  const shop = open()
  const cart = shop.addCart('25.00')

  const first = await shop.checkout(cart)
  expect(await shop.checkout(cart)).toBe(first)
  expect(await open().checkout(cart)).toBe(first)
  await server.advance(29 * MINUTE_MS) // less than two minutes are left
  const second = await shop.checkout(cart)
  expect(second).not.toBe(first)
  await act('expire', 2)
  expect([first, second]).not.toContain(await shop.checkout(cart))
})

test('orders whose webhooks never came are caught up with in less than a tenth of a request for each', async () => {
  const made = 200
  const { server, mp, database, open, requestsOf } = openShop({ requestsPerMinute: Number.POSITIVE_INFINITY })
  const silent = open()
  for (let count = 0; count < made; count += 1) await silent.checkout(silent.addCart('25.00'))
  const ids = database.prepare('SELECT order_id FROM attempts').pluck().all() as string[]
  for (const [at, id] of ids.entries())
    if (at % 10 > 0) await mp.testHelpers.simulateOrder(id, { action: at === 1 ? 'overpay' : 'pay' })
  await server.advance(31 * MINUTE_MS)

  const shop = open()
  expect(await requestsOf(shop.catchUp)).toBeLessThan(made / 10)

  const count = (what: string) => database.prepare(`SELECT count(*) FROM ${what}`).pluck().get()
  expect(count('shipments')).toBe(made * 0.9)
  expect(count("attempts WHERE status = 'EXPIRED'")).toBe(made / 10)
  expect(dueRefunds(database)).toMatchObject([{ order_id: ids[1], reason: 'paid too much' }])
  expect(await requestsOf(shop.catchUp)).toBe(1)
})

test('a cursor that is too old is given up, and nothing ships twice', async () => {
  const { database, open, act, requestsOf } = openShop()
  const shop = open()
  await shop.checkout(shop.addCart('25.00'))
  await act('pay')
  await shop.catchUp()
  database.prepare("UPDATE events_read SET cursor = 'MCAx'").run()

  expect(await requestsOf(shop.catchUp)).toBe(2)

  expect(database.prepare('SELECT count(*) FROM shipments').pluck().get()).toBe(1)
})

test('two checkouts at once share one order', async () => {
  const { mp, open } = openShop()
  const shop = open()
  const cart = shop.addCart('25.00')

  const [one, other] = await Promise.all([shop.checkout(cart), shop.checkout(cart)])

  expect(one).toBe(other)
  expect((await mp.orders.list()).total).toBe(1)
})

test('a shop that was killed between the webhook and the fulfilment ships when it starts again', async () => {
  const { open, act, deliverTo } = openShop()
  const killed = open()
  killed.work = () => new Promise(() => undefined)
  const cart = killed.addCart('25.00')
  await killed.checkout(cart)
  deliverTo(killed)
  await act('pay')
  expect(killed.findCart(cart)?.paid_by).toBeNull()

  const shop = open()
  await shop.work()

  expect(shop.findCart(cart)?.fulfilled_at).not.toBeNull()
})

test('a late payment of an earlier order pays for the cart, and nothing more is asked for', async () => {
  const { open, act, deliverTo } = openShop()
  const shop = open()
  deliverTo(shop)
  const cart = shop.addCart('25.00')
  await shop.checkout(cart)
  await act('expire')
  await shop.checkout(cart)

  const late = await act('late_pay')
  await shop.work()

  expect(shop.findCart(cart)).toMatchObject({ paid_by: late, fulfilled_at: expect.any(String) })
  expect(await shop.checkout(cart)).toBeUndefined()
})

test('a cart that is paid twice ships once, and the second payment is due for a refund', async () => {
  const { database, open, act, deliverTo } = openShop()
  const shop = open()
  deliverTo(shop)
  const cart = shop.addCart('25.00')
  await shop.checkout(cart)
  await act('expire')
  await shop.checkout(cart)
  await act('late_pay')

  const second = await act('pay', 2)
  await shop.work()

  expect(database.prepare('SELECT count(*) FROM shipments').pluck().get()).toBe(1)
  expect(dueRefunds(database)).toMatchObject([{ order_id: second, reason: 'the cart was paid already' }])
})

test('a state that was read earlier and arrives later sets nothing back', async () => {
  const { mp, database, open, act, deliverTo } = openShop()
  const shop = open()
  deliverTo(shop)
  await shop.checkout(shop.addCart('25.00'))
  const id = database.prepare('SELECT order_id FROM attempts').pluck().get() as string
  const stale = await mp.orders.get(id)
  await act('overpay')
  await shop.work()

  recordOrder(database, stale)

  expect(stale.status).toBe('OPEN')
  expect(database.prepare('SELECT status FROM attempts').pluck().get()).toBe('PAID')
  expect(dueRefunds(database)).toMatchObject([{ order_id: id, amount: '10.00' }])
})

test('an overpayment is refunded once, however often it is asked for', async () => {
  const { server, mp, database, open, act, deliverTo } = openShop()
  const shop = open()
  deliverTo(shop)
  await shop.checkout(shop.addCart('25.00'))
  const order = await act('overpay')
  await shop.work()
  expect(dueRefunds(database)).toMatchObject([{ order_id: order, reason: 'paid too much', amount: '10.00' }])

  server.fault('createRefund', { reset: 'after' }) // the refund is made, and the answer is lost
  const paying = payRefund(mp, database, order, ADDRESS)
  await server.advance(MINUTE_MS)
  const refund = await paying

  expect((await mp.orders.listRefunds(order)).refunds).toMatchObject([{ refund_id: refund, amount: '10.00' }])
  expect(dueRefunds(database)).toEqual([])
  await expect(payRefund(mp, database, order, ADDRESS)).rejects.toThrow('no refund')
})

test('the rest of an underpaid order that comes after its refund ships nothing, and goes back too', async () => {
  const { mp, database, open, act } = openShop()
  const shop = open()
  const cart = shop.addCart('25.00')
  await shop.checkout(cart)
  const other = await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
  await mp.testHelpers.simulateOrder(other.id, { action: 'pay' }) // the fees of the refunds come from the balance
  const order = await act('underpay')
  noteSignal(database, order, undefined)
  await shop.work()
  const [part] = dueRefunds(database)
  expect(part).toMatchObject({ order_id: order, reason: 'paid too little' })
  await payRefund(mp, database, order, ADDRESS)

  await act('late_pay')
  noteSignal(database, order, undefined)
  await shop.work()

  expect((await mp.orders.get(order)).status).toBe('EXPIRED_PAID')
  expect(shop.findCart(cart)).toMatchObject({ paid_by: null, fulfilled_at: null })
  const [rest] = dueRefunds(database)
  expect(rest).toMatchObject({ order_id: order, reason: 'paid after a refund' })
  expect(Number(rest?.amount) + Number(part?.amount)).toBe(24.75) // all that was credited
  await payRefund(mp, database, order, ADDRESS)
  expect((await mp.orders.listRefunds(order)).total).toBe(2)
  expect(dueRefunds(database)).toEqual([])
})

test('a refund whose answer was lost is not paid again the day after, when its key is forgotten', async () => {
  const { server, mp, database, open, act, deliverTo } = openShop()
  const shop = open()
  deliverTo(shop)
  await shop.checkout(shop.addCart('25.00'))
  const order = await act('overpay')
  await shop.work()
  const { baseUrl, fetch, clock, keys } = server
  const dying = new MerchantPay({ ...keys.test, baseUrl, fetch, clock, maxRetries: 0 })
  server.fault('createRefund', { reset: 'after' })
  await expect(payRefund(dying, database, order, ADDRESS)).rejects.toThrow()
  await server.advance(DAY_MS + MINUTE_MS)

  const refund = await payRefund(mp, database, order, ADDRESS)

  expect((await mp.orders.listRefunds(order)).refunds).toMatchObject([{ refund_id: refund, amount: '10.00' }])
})

test('an order that cannot be read keeps no other from being read, and is told at the end', async () => {
  const { database, open, act } = openShop()
  const shop = open()
  const unknown = '00000000-0000-7000-8000-000000000000'
  database
    .prepare('INSERT INTO attempts (cart_id, attempt, order_id, signals) VALUES (?, 9, ?, 1)')
    .run(shop.addCart('25.00'), unknown)
  const cart = shop.addCart('25.00')
  await shop.checkout(cart)
  const paid = await act('pay')
  noteSignal(database, paid, undefined)

  await expect(shop.work()).rejects.toMatchObject({ errors: [{ status: 404 }] })

  expect(shop.findCart(cart)).toMatchObject({ paid_by: paid, fulfilled_at: expect.any(String) })
})

test('the page of a cart tells what the shop knows, and another cart is not found', async () => {
  const { open } = openShop()
  const { app } = open()
  const created = await app.request('/carts', { method: 'POST' })
  const page = created.headers.get('location') ?? ''

  expect(await (await app.request(page)).text()).toContain('Pay 25.00 USDT')
  expect(await (await app.request(`${page}/status`)).json()).toEqual({ status: 'open' })
  const paying = await app.request(`${page}/checkout`, { method: 'POST' })
  expect([paying.status, paying.headers.get('location')]).toEqual([303, expect.stringContaining('/pay/')])
  expect((await app.request('/carts/another')).status).toBe(404)
})
