import {
  vPaymentConfirmedEvent,
  vPaymentExpiredEvent,
  vPaymentFrozenEvent,
  vPaymentUnderpaidEvent,
  vRetrievedOrder,
} from '@merchantpay/sdk/schemas'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { OrderStatus } from '../src/index.js'
import { rejection } from './support/rejection.js'
import { ORDER, shop } from './support/shop.js'

const MINUTE_MS = 60_000
const FIXED = { amount_mode: 'FIXED', amount: '12.50', currency: 'USDT' } as const
const EVENT_SCHEMAS: Record<string, v.GenericSchema> = {
  'payment.confirmed': vPaymentConfirmedEvent,
  'payment.expired': vPaymentExpiredEvent,
  'payment.frozen': vPaymentFrozenEvent,
  'payment.underpaid': vPaymentUnderpaidEvent,
}

/** Applies actions to an order, and returns the order, its events and the balance after a while. */
async function apply(
  ...actions: ('pay' | 'underpay' | 'overpay' | 'late_pay' | 'expire' | 'freeze' | 'reorg')[]
) {
  const { server, mp } = shop()
  const { id } = await mp.orders.create(ORDER)
  for (const action of actions) {
    await mp.testHelpers.simulateOrder(id, { action })
    await server.advance(5_000)
  }
  const order = await mp.orders.get(id)
  return { order, events: server.events.map(({ event }) => event), balance: await mp.balance.get() }
}

describe('a sandbox payment', () => {
  it.each([
    [['pay'], 'PAID', '25.00', '24.75', ['payment.confirmed']],
    [['overpay'], 'PAID', '35.00', '34.65', ['payment.confirmed']],
    [['underpay'], 'UNDERPAID', '12.50', '12.375', ['payment.underpaid']],
    [['expire'], 'EXPIRED', '0.00', '0.00', ['payment.expired']],
    [['late_pay'], 'EXPIRED_PAID', '25.00', '24.75', ['payment.expired', 'payment.confirmed']],
    [['expire', 'late_pay'], 'EXPIRED_PAID', '25.00', '24.75', ['payment.expired', 'payment.confirmed']],
    [['underpay', 'late_pay'], 'EXPIRED_PAID', '25.00', '24.75', ['payment.underpaid', 'payment.confirmed']],
    [['freeze'], 'FROZEN', '25.00', '24.75', ['payment.frozen']],
    [['pay', 'freeze'], 'FROZEN', '50.00', '49.50', ['payment.confirmed', 'payment.frozen']],
    [['pay', 'reorg'], 'FROZEN', '0.00', '0.00', ['payment.confirmed', 'payment.frozen']],
  ] as const)('%j ends in %s', async (actions, status, received, credited, events) => {
    const result = await apply(...actions)
    expect(result.order).toMatchObject({ status, received_amount: received, credited_amount: credited })
    expect(result.events).toEqual(events)
  })

  it('is in the balance, available or frozen', async () => {
    expect((await apply('pay')).balance).toMatchObject({ available: '24.75', frozen: '0.00' })
    expect((await apply('freeze')).balance).toMatchObject({ available: '0.00', frozen: '24.75' })
    expect((await apply('pay', 'reorg')).balance).toMatchObject({ available: '0.00', frozen: '0.00' })
  })

  it('a sandbox payment that a reorg drops before its depth leaves the order open', async () => {
    const { server, mp } = shop()
    const { id } = await mp.orders.create(ORDER)
    await mp.testHelpers.simulateOrder(id, { action: 'pay' })
    await server.advance(1_000)
    expect(await mp.orders.get(id)).toMatchObject({ status: 'CONFIRMING', received_amount: '25.00' })
    await mp.testHelpers.simulateOrder(id, { action: 'reorg' })
    await server.advance(5_000)
    expect(await mp.orders.get(id)).toMatchObject({ status: 'OPEN', received_amount: '0.00' })
  })

  it('a sandbox payment below its depth does not hide that the order is frozen', async () => {
    const { server, mp } = shop()
    const refusals: string[] = []
    for (const action of ['freeze', 'pay'] as const) {
      const { id } = await mp.orders.create(ORDER)
      await mp.testHelpers.simulateOrder(id, { action })
      await server.advance(1_000)
      refusals.push(String(await rejection(mp.orders.expire(id))))
    }
    expect(refusals).toEqual([
      expect.stringContaining('the order is FROZEN'),
      expect.stringContaining('a payment is being confirmed'),
    ])
  })

  it('a sandbox payment in parts is paid by the part that reaches what is due', async () => {
    const { server, mp } = shop()
    const { id } = await mp.orders.create(ORDER)
    for (const [amount, status] of [
      ['10.00', 'OPEN'],
      ['14.749999', 'OPEN'],
      ['0.000001', 'PAID'],
    ] as const) {
      await mp.testHelpers.simulateOrder(id, { action: 'pay', amount })
      await server.advance(5_000)
      expect(await mp.orders.get(id)).toMatchObject({ status })
    }
  })

  it('a sandbox payment that is pending keeps the order from expiring', async () => {
    const { server, mp } = shop()
    const { id, expire_at } = await mp.orders.create(ORDER)
    await server.advance(Date.parse(expire_at) - server.clock.now() - 2_000)
    await mp.testHelpers.simulateOrder(id, { action: 'pay' })
    await server.advance(2_500)
    expect(await mp.orders.get(id)).toMatchObject({ status: 'CONFIRMING' })
    await server.advance(2_000)
    expect(await mp.orders.get(id)).toMatchObject({ status: 'PAID' })
  })
})

describe('an order of the in-memory service', () => {
  it('is awaited in virtual time, from the first use on', async () => {
    const { server, mp } = shop()
    const { id } = await mp.orders.create(ORDER)
    const paid = mp.orders.waitForPaid(id)
    await mp.testHelpers.simulateOrder(id, { action: 'pay' })
    await server.advance(60_000)
    expect(await paid).toMatchObject({ id, status: 'PAID' })
    const late = mp.orders.waitForPaid((await mp.orders.create(ORDER)).id, { timeoutMs: 90_000 })
    const error = rejection(late)
    await server.advance(91_000)
    expect(await error).toMatchObject({ name: 'WaitError', reason: 'timeout' })
  })

  it('expires after 30 minutes of its clock, and not before', async () => {
    const { server, mp } = shop()
    const orders = [await mp.orders.create(ORDER), await mp.appOrders.create(FIXED)]
    const statuses = () => Promise.all(orders.map(async ({ id }) => (await mp.orders.get(id)).status))
    await server.advance(30 * MINUTE_MS - 1_000)
    expect(await statuses()).toEqual(['OPEN', 'OPEN'])
    await server.advance(2_000)
    expect(await statuses()).toEqual(['EXPIRED', 'EXPIRED'])
  })

  it('inside the client app is authorised, then settled, and shows the remark', async () => {
    const { mp } = shop()
    const { id } = await mp.appOrders.create({ amount_mode: 'CUSTOM', currency: 'USDT' })
    const act = (action: 'authorise' | 'pay', amount?: '7.77') =>
      mp.testHelpers.simulateOrder(id, { action, ...(amount && { amount, remark: 'for tea' }) })
    expect(await act('authorise', '7.77')).toMatchObject({ status: 'PENDING_CONFIRM', amount: null })
    expect(await mp.balance.get()).toMatchObject({ available: '0.00', held: '7.77' })
    expect(await act('pay')).toMatchObject({ status: 'PAID', amount: '7.77', credited_amount: '7.6923' })
    expect(await mp.orders.get(id)).toMatchObject({ remark: 'for tea' })
    expect(await rejection(act('pay'))).toMatchObject({ code: 'action_not_possible' })
  })

  const statuses: OrderStatus[] = [
    'PENDING',
    'OPEN',
    'CONFIRMING',
    'PAID',
    'EXPIRED',
    'EXPIRED_PAID',
    'UNDERPAID',
    'FROZEN',
  ]
  it.each(statuses)('is put into %s with amounts that fit, by the contract', async (status) => {
    const { server, mp } = shop()
    const { id } = await mp.orders.create({ ...ORDER, metadata: { cart: 'A-1' } })
    expect(await server.emit(id, status)).toMatchObject({ id, status })
    const order = await mp.orders.get(id)
    expect(v.safeParse(vRetrievedOrder, order).issues).toBeUndefined()
    for (const event of server.events) {
      expect(v.safeParse(EVENT_SCHEMAS[event.event] ?? v.never(), event).issues).toBeUndefined()
    }
    const [amounts] = [order].map(({ received_amount, credited_amount }) => [
      received_amount,
      credited_amount,
    ])
    const expected = {
      CONFIRMING: ['25.00', '0.00'],
      PAID: ['25.00', '24.75'],
      EXPIRED_PAID: ['25.00', '24.75'],
      UNDERPAID: ['12.50', '12.375'],
      FROZEN: ['25.00', '0.00'],
    }
    expect(amounts).toEqual(expected[status as keyof typeof expected] ?? ['0.00', '0.00'])
  })

  it('goes through several statuses, one after another', async () => {
    const { server, mp } = shop()
    const { id } = await mp.orders.create(ORDER)
    for (const status of ['CONFIRMING', 'OPEN', 'CONFIRMING', 'PAID'] as const) await server.emit(id, status)
    const order = await mp.orders.get(id)
    expect(order).toMatchObject({ status: 'PAID', received_amount: '25.00' })
    expect(server.events).toMatchObject([{ data: { transactions: [{ amount: '25.00' }] } }])
  })

  it.each([
    ['PENDING', '0.00'],
    ['OPEN', '0.00'],
    ['CONFIRMING', '25.00'],
    ['PAID', '25.00'],
    ['EXPIRED', '0.00'],
    ['EXPIRED_PAID', '25.00'],
    ['UNDERPAID', '12.50'],
    ['FROZEN', '25.00'],
  ] as const)('put into %s keeps a pending payment, and stays there', async (status, received) => {
    const { server, mp } = shop()
    const { id } = await mp.orders.create(ORDER)
    await mp.testHelpers.simulateOrder(id, { action: 'pay' })
    await server.emit(id, status)
    await server.advance(10_000)
    const after = status === 'CONFIRMING' ? 'PAID' : status
    expect(await mp.orders.get(id)).toMatchObject({ status: after, received_amount: received })
  })

  it.each([
    ['PENDING', '0.00', '0.00'],
    ['OPEN', '0.00', '0.00'],
    ['CONFIRMING', '25.00', '0.00'],
    ['PAID', '25.00', '24.75'],
    ['EXPIRED', '0.00', '0.00'],
    ['EXPIRED_PAID', '25.00', '24.75'],
    ['UNDERPAID', '12.50', '12.375'],
    ['FROZEN', '25.00', '24.75'],
  ] as const)(
    'an order of the in-memory service that was paid has amounts that fit %s too',
    async (status, received, credited) => {
      const { server, mp } = shop()
      const { id } = await mp.orders.create(ORDER)
      await server.emit(id, 'PAID')
      await server.emit(id, status)
      const order = await mp.orders.get(id)
      expect(order).toMatchObject({ status, received_amount: received, credited_amount: credited })
    },
  )

  it.each([
    ['OPEN', '12.00'],
    ['CONFIRMING', '25.00'],
    ['PAID', '25.00'],
    ['EXPIRED', '0.00'],
    ['UNDERPAID', '12.00'],
  ] as const)(
    'an order of the in-memory service that was paid in part has amounts that fit %s too',
    async (status, received) => {
      const { server, mp } = shop()
      const { id } = await mp.orders.create(ORDER)
      await mp.testHelpers.simulateOrder(id, { action: 'pay', amount: '12.00' })
      await server.advance(5_000)
      expect(await server.emit(id, status)).toMatchObject({ status, received_amount: received })
    },
  )

  it('an order of the in-memory service whose half is enough to be paid is UNDERPAID with less', async () => {
    const { server, mp } = shop()
    const { id } = await mp.orders.create({ ...ORDER, tolerance_percent: 0.5 })
    expect(await server.emit(id, 'UNDERPAID')).toMatchObject({ received_amount: '12.499999' })
  })

  it('inside the client app loses its payment in a status without one', async () => {
    const { server, mp } = shop()
    const { id } = await mp.appOrders.create({ amount_mode: 'CUSTOM', currency: 'USDT' })
    await mp.testHelpers.simulateOrder(id, { action: 'pay', amount: '7.77' })
    const empty = { received_amount: '0.00', credited_amount: '0.00', amount: null }
    expect(await server.emit(id, 'EXPIRED')).toMatchObject({ status: 'EXPIRED', ...empty })
    expect(await mp.balance.get()).toMatchObject({ available: '0.00', held: '0.00' })
  })

  it('is never put into a status of the other kind, and an unknown order into none', async () => {
    const { server, mp } = shop()
    const chain = await mp.orders.create(ORDER)
    const app = await mp.appOrders.create(FIXED)
    await expect(server.emit(chain.id, 'PENDING_CONFIRM')).rejects.toThrow(RangeError)
    await expect(server.emit(app.id, 'FROZEN')).rejects.toThrow(RangeError)
    await expect(server.emit('nothing', 'PAID')).rejects.toThrow(RangeError)
    expect(await server.emit(app.id, 'PAID')).toMatchObject({ status: 'PAID', received_amount: '12.50' })
  })

  it('keeps an idempotency key for 24 hours of the clock', async () => {
    const { server, mp } = shop()
    const make = () => mp.orders.create(ORDER, { idempotencyKey: 'cart-1' }).withResponse()
    const first = await make()
    const again = await make()
    expect([first.replayed, again.replayed]).toEqual([false, true])
    expect(again.data.id).toBe(first.data.id)
    const other = mp.orders.create({ ...ORDER, amount: '26.00' }, { idempotencyKey: 'cart-1' })
    expect(await rejection(other)).toMatchObject({ status: 409, code: 'duplicate_idempotency_key' })
    await server.advance(24 * 60 * MINUTE_MS - 1_000)
    expect((await make()).data.id).toBe(first.data.id)
    await server.advance(1_000)
    expect((await make()).data.id).not.toBe(first.data.id)
  })
})
