import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { root, run } from '../../../tools/lib/run.js'
import { useBrowser } from '../../server/test/support/checkout/browser.js'
import {
  type AdminOrder,
  arrangePayment,
  checkout,
  enterAddress,
  fillCart,
  orderOf,
  refund,
} from './support/carts.js'
import { RETURN_URL, startWorld, type World } from './support/shop.js'
import { post, type ShopClient } from './support/shop-client.js'

const REFUND_ADDRESS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
// A key has 60 calls a minute, so that these are not used up by looking.
const PATIENCE = { timeout: 120_000, interval: 500 }
const LIMIT_MS = 180_000

const tabs = useBrowser()
let world: World
let administrator: ShopClient

beforeAll(async () => {
  world = await startWorld()
  administrator = await world.administrator()
}, 240_000)
afterAll(() => world?.stop())

/** Waits for an order of the shop. */
async function eventually(code: string, matches: object): Promise<AdminOrder> {
  let order: AdminOrder | undefined
  await vi.waitFor(async () => {
    order = await orderOf(administrator, code)
    expect(order).toMatchObject(matches)
  }, PATIENCE)
  return order as AdminOrder // set by the last check
}

/** The orders of the service for a cart, from the first to the last. */
async function attemptsOf(code: string) {
  const rows = await world.mp.orders.list({ metadata: { vendure_order: code } }).toArray({ max: 100 })
  return rows.reverse()
}

async function lastAttempt(code: string): Promise<string> {
  const attempts = await attemptsOf(code)
  return attempts.at(-1)?.id ?? 'none'
}

async function paidCart(): Promise<AdminOrder> {
  const customer = world.customer()
  const code = await fillCart(customer)
  await checkout(customer)
  await world.mp.testHelpers.simulateOrder(await lastAttempt(code), { action: 'pay' })
  return eventually(code, { state: 'PaymentSettled' })
}

it(
  'compiles with the types of Vendure',
  async () => {
    const folder = join(world.folder, 'sources')
    cpSync(fileURLToPath(new URL('../src', import.meta.url)), folder, { recursive: true })
    const compilerOptions = {
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      experimentalDecorators: true,
      typeRoots: [join(root, 'node_modules/@types')],
    }
    const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['.'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const compiled = await run(process.execPath, [
      join(root, 'node_modules/typescript-7.0/bin/tsc'),
      '-p',
      folder,
    ])
    rmSync(folder, { recursive: true })
    expect(compiled).toMatchObject({ code: 0, output: '' })
  },
  LIMIT_MS,
)

describe('a customer', () => {
  it(
    'pays a cart on the payment page, and a shop that died while it entered the payment places the order',
    async () => {
      const customer = world.customer()
      const code = await fillCart(customer)
      const url = await checkout(customer)
      world.dieNext()
      const page = await tabs.open(url ?? 'none')
      await page.locator('button[value=pay]').click()
      await page.locator('main[data-row=paid]').waitFor()
      expect(await page.locator(`a[href^="${RETURN_URL}"]`).count()).toBeGreaterThan(0)

      expect(await world.shop.exited).toBe('SIGKILL')
      await world.restart()
      const order = await eventually(code, { state: 'PaymentSettled' })
      expect(order.payments).toMatchObject([{ amount: 2500, state: 'Settled', refunds: [] }])
      expect(order.notes).toEqual([])
    },
    LIMIT_MS,
  )

  it(
    'returns to the page that is open, and gets another one for a cart that has changed',
    async () => {
      const customer = world.customer()
      const code = await fillCart(customer)
      const first = await checkout(customer)
      expect(await checkout(customer)).toBe(first)

      await customer.send('mutation { transitionOrderToState(state: "AddingItems") { __typename } }')
      await customer.send('mutation { addItemToOrder(productVariantId: 1, quantity: 1) { __typename } }')
      await arrangePayment(customer)
      expect(await checkout(customer)).not.toBe(first)

      await world.mp.testHelpers.simulateOrder(await lastAttempt(code), { action: 'pay' })
      await eventually(code, { state: 'PaymentSettled', payments: [{ amount: 5000 }] })
      const [ended] = await attemptsOf(code)
      expect(ended?.status).toBe('EXPIRED')
    },
    LIMIT_MS,
  )

  it(
    'cannot claim a payment',
    async () => {
      const customer = world.customer()
      const code = await fillCart(customer)
      const input = { method: 'usdt', metadata: { merchantpay_order: 'ord_1' } }
      const claimed = customer.send(
        'mutation ($input: PaymentInput!) { addPaymentToOrder(input: $input) { __typename } }',
        { input },
      )
      await expect(claimed).rejects.toThrow('createMerchantPayCheckout')
      expect(await orderOf(administrator, code)).toMatchObject({ state: 'ArrangingPayment', payments: [] })
    },
    LIMIT_MS,
  )
})

describe('an administrator', () => {
  it(
    'refunds a part, which is settled once it is paid out',
    async () => {
      const order = await paidCart()
      const [payment] = order.payments
      const refused = refund(administrator, payment?.id ?? '', 1000)
      await expect(refused).rejects.toThrow('Ask the customer for an address')

      await enterAddress(administrator, order.id, REFUND_ADDRESS)
      expect(await refund(administrator, payment?.id ?? '', 1000)).toMatchObject({
        total: 1000,
        state: 'Pending',
      })
      const settled = await eventually(order.code, {
        payments: [{ refunds: [{ total: 1000, state: 'Settled' }] }],
      })
      expect(settled.notes).toEqual([])
      const { refunds } = await world.mp.orders.listRefunds(await lastAttempt(order.code))
      expect(refunds).toMatchObject([
        { status: 'COMPLETED', amount: '12.00', destination_address: REFUND_ADDRESS },
      ])
    },
    LIMIT_MS,
  )

  it(
    'finds a refund again that was sent, and not entered',
    async () => {
      const order = await paidCart()
      const attempt = await lastAttempt(order.code)
      const sent = { amount: '29.70', destination_address: REFUND_ADDRESS } as const // all of it, less the fee
      await world.mp.orders.refund(attempt, sent)
      await eventually(order.code, { notes: [expect.stringContaining('was made outside of Vendure')] })

      await enterAddress(administrator, order.id, REFUND_ADDRESS)
      await refund(administrator, order.payments[0]?.id ?? '', 2500)
      await administrator.send('mutation { runScheduledTask(id: "merchantpay-missed") { success } }')
      await eventually(order.code, { payments: [{ refunds: [{ total: 2500, state: 'Settled' }] }] })
      expect((await world.mp.orders.listRefunds(attempt)).refunds).toMatchObject([sent])
    },
    LIMIT_MS,
  )

  it(
    'sees a cart that was paid twice placed once, and refunds the second payment',
    async () => {
      const customer = world.customer()
      const code = await fillCart(customer)
      await checkout(customer)
      const first = await lastAttempt(code)
      await world.mp.orders.expire(first)
      await vi.waitFor(
        async () => expect((await world.mp.orders.get(first)).status).toBe('EXPIRED'),
        PATIENCE,
      )
      await checkout(customer)
      await world.mp.testHelpers.simulateOrder(await lastAttempt(code), { action: 'pay' })
      await eventually(code, { state: 'PaymentSettled' })
      await world.mp.testHelpers.simulateOrder(first, { action: 'late_pay' })

      const order = await eventually(code, { payments: [{ amount: 2500 }, { amount: 2500 }] })
      expect(order.state).toBe('PaymentSettled')
      expect(order.notes).toEqual([expect.stringContaining('the order was paid already, refund the payment')])
      await enterAddress(administrator, order.id, REFUND_ADDRESS)
      // The credited amount is less than the price by the fee of the service.
      const sent = await refund(administrator, order.payments[1]?.id ?? '', 2500)
      expect(sent).toMatchObject({ state: 'Pending', metadata: { usdt: '29.70' } })
      await eventually(code, { payments: [{ refunds: [] }, { refunds: [{ state: 'Settled' }] }] })
    },
    LIMIT_MS,
  )

  it(
    'finds a late payment of a cancelled order, and what was paid too much',
    async () => {
      const customer = world.customer()
      const code = await fillCart(customer)
      await checkout(customer)
      const { id } = await orderOf(administrator, code)
      await administrator.send(
        'mutation ($id: ID!) { cancelOrder(input: { orderId: $id }) { __typename } }',
        { id },
      )
      const attempt = await lastAttempt(code)
      await vi.waitFor(
        async () => expect((await world.mp.orders.get(attempt)).status).toBe('EXPIRED'),
        PATIENCE,
      )
      await world.mp.testHelpers.simulateOrder(attempt, { action: 'late_pay' })
      const late = await eventually(code, { payments: [{ amount: 2500 }] })
      expect(late.state).toBe('Cancelled')
      expect(late.notes).toEqual([
        expect.stringContaining('it came late; the order is cancelled, refund the payment'),
      ])

      const other = world.customer()
      const overpaid = await fillCart(other)
      await checkout(other)
      await world.mp.testHelpers.simulateOrder(await lastAttempt(overpaid), { action: 'overpay' })
      const order = await eventually(overpaid, { payments: [{ amount: 2500 }, { amount: 833 }] })
      expect(order.notes).toEqual([expect.stringContaining('overpaid by 10.00 USDT')])
    },
    LIMIT_MS,
  )

  it(
    'sees a second transfer to a paid order, once, also when the shop reads its paid orders again',
    async () => {
      const { code } = await paidCart()
      const attempt = await lastAttempt(code)
      await world.mp.testHelpers.simulateOrder(attempt, { action: 'pay' })
      const payments = [{ amount: 2500 }, { amount: 2500 }]
      await eventually(code, { payments })
      await administrator.send('mutation { runScheduledTask(id: "merchantpay-repeated") { success } }')

      const order = await eventually(code, { payments })
      expect(order.notes).toEqual([expect.stringContaining('overpaid by 30.00 USDT')])
    },
    LIMIT_MS,
  )

  it(
    'finds a note about a payment that is too small, and about one that is being checked',
    async () => {
      for (const [action, note] of [
        ['underpay', 'is underpaid: 15.00 of 30.00 USDT'],
        ['freeze', 'Hold back the goods'],
      ] as const) {
        const customer = world.customer()
        const code = await fillCart(customer)
        await checkout(customer)
        await world.mp.testHelpers.simulateOrder(await lastAttempt(code), { action })
        const order = await eventually(code, { notes: [expect.stringContaining(note)] })
        expect(order).toMatchObject({ state: 'ArrangingPayment', payments: [] })
      }
    },
    LIMIT_MS,
  )
})

describe('the receiver of webhooks', () => {
  it(
    'changes nothing when an event comes again, and refuses one that is forged',
    async () => {
      const { code } = await paidCart()
      const attempt = await lastAttempt(code)
      const [first] = (await world.mp.orders.listDeliveries(attempt)).deliveries
      await world.mp.webhooks.redeliver(first?.webhook_id ?? 'none', first?.id ?? 'none')
      await vi.waitFor(async () => {
        const { deliveries } = await world.mp.orders.listDeliveries(attempt)
        expect(deliveries).toMatchObject([{ status: 'DELIVERED' }, { status: 'DELIVERED' }])
      }, PATIENCE)
      expect((await orderOf(administrator, code)).payments).toHaveLength(1)

      const body = JSON.stringify({ event: 'payment.confirmed', data: { order_id: attempt } })
      const signature = { 'x-merchant-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` }
      const { status, text } = await post(`${world.url}/merchantpay/webhooks`, world.ca, body, signature)
      expect([status, text]).toEqual([401, expect.stringContaining('signature_mismatch')])
    },
    LIMIT_MS,
  )
})
