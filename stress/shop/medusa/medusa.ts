import assert from 'node:assert/strict'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from '../../../packages/server/test/support/checkout/chromium.js'
import { mustRun, root } from '../../../tools/lib/run.js'
import { Options } from '../../lib/options.js'
import { until } from '../../lib/until.js'
import { ShopClient } from './shop-client.js'
import { RETURN_URL, type World, withWorld } from './world.js'

const REFUND_ADDRESS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'

/**
 * Plays the plugin for Medusa in Medusa itself, on PostgreSQL: a cart that is paid in a browser while the shop dies, late, double,
 * surplus and missing payments, and refunds.
 */
export async function medusa(args: readonly string[]): Promise<void> {
  new Options(args, [])
  await withWorld(async (world) => {
    const shop = new ShopClient(world)
    for (const [name, play] of Object.entries(SCENES)) {
      const startedAt = performance.now()
      await play(world, shop)
      console.log(`${name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
    }
  })
}

type Scene = (world: World, shop: ShopClient) => Promise<void>

const SCENES: Readonly<Record<string, Scene>> = {
  async 'compiles with the types of Medusa'({ folder }) {
    const sources = join(folder, 'sources')
    cpSync(join(root, 'packages/medusa/src'), sources, { recursive: true })
    const compilerOptions = {
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      typeRoots: [join(root, 'node_modules/@types')],
      skipLibCheck: true,
    }
    const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['.'] }
    writeFileSync(join(sources, 'tsconfig.json'), JSON.stringify(config))
    writeFileSync(join(sources, 'package.json'), JSON.stringify({ type: 'module' }))
    await mustRun(process.execPath, [join(root, 'node_modules/typescript-7.0/bin/tsc'), '-p', sources])
    rmSync(sources, { recursive: true })
  },

  async 'a cart is paid in a browser, and a shop that dies on the webhook places it'(world, shop) {
    const cart = await shop.fillCart()
    const { data } = await shop.checkout(cart)
    world.dieNext()
    const { browser, stop } = await openBrowser()
    try {
      const page = await browser.newPage()
      await page.goto(data.url)
      await page.locator('button[value=pay]').click()
      await page.locator('main[data-row=paid]').waitFor()
      assert.ok((await page.locator(`a[href^="${RETURN_URL}"]`).count()) > 0)
    } finally {
      await stop()
    }
    await world.rise()
    await placed(shop, data.merchantpay_order)
    const order = await shop.orderOf(data.merchantpay_order)
    assert.equal(await shop.complete(cart), order?.id)
    assert.deepEqual(paymentsOf(order), [{ amount: 25, isCaptured: true, refunded: 0 }])
    assert.deepEqual(await shop.notifications(), [])
  },

  async 'a customer who returns before the webhook completes the cart'({ mp }, shop) {
    const cart = await shop.fillCart()
    const { data } = await shop.checkout(cart)
    assert.equal(await shop.complete(cart), undefined)
    await mp.testHelpers.simulateOrder(data.merchantpay_order, { action: 'pay' })
    await until('the cart is completed', async () => (await shop.complete(cart)) !== undefined)
    await placed(shop, data.merchantpay_order)
    assert.deepEqual(paymentsOf(await shop.orderOf(data.merchantpay_order)), [
      { amount: 25, isCaptured: true, refunded: 0 },
    ])
  },

  async 'a cart that has changed gets another page, and its earlier page ends'({ mp }, shop) {
    const cart = await shop.fillCart()
    const first = await shop.checkout(cart)
    await shop.addBook(cart)
    await expired(mp, first.data.merchantpay_order)
    const second = await shop.checkout(cart)
    await mp.testHelpers.simulateOrder(second.data.merchantpay_order, { action: 'pay' })
    await placed(shop, second.data.merchantpay_order)
    await mp.testHelpers.simulateOrder(first.data.merchantpay_order, { action: 'late_pay' })
    await notified(shop, 'for a cart that has changed or is paid by other means')
  },

  async 'a cart does not change while its payment is being checked'({ mp }, shop) {
    const cart = await shop.fillCart()
    const { data } = await shop.checkout(cart)
    await mp.testHelpers.simulateOrder(data.merchantpay_order, { action: 'freeze' })
    await notified(shop, 'Hold back the goods')
    await assert.rejects(shop.addBook(cart))
    await assert.rejects(shop.checkout(cart))
  },

  async 'late, too much and too little'({ mp }, shop) {
    const late = (await shop.checkout(await shop.fillCart())).data.merchantpay_order
    await mp.orders.expire(late)
    await expired(mp, late)
    await mp.testHelpers.simulateOrder(late, { action: 'late_pay' })
    await placed(shop, late)
    await notified(shop, 'came late')

    const overpaid = (await shop.checkout(await shop.fillCart())).data.merchantpay_order
    await mp.testHelpers.simulateOrder(overpaid, { action: 'overpay' })
    await placed(shop, overpaid)
    await notified(shop, 'is overpaid by 10.00 USDT')

    const underpaid = (await shop.checkout(await shop.fillCart())).data.merchantpay_order
    await mp.testHelpers.simulateOrder(underpaid, { action: 'underpay' })
    await notified(shop, 'is underpaid: 15.00 of 30.00 USDT')
    assert.equal(await shop.orderOf(underpaid), undefined)
  },

  async 'an administrator refunds a part, and then the rest'({ mp }, shop) {
    const { data } = await shop.checkout(await shop.fillCart())
    await mp.testHelpers.simulateOrder(data.merchantpay_order, { action: 'pay' })
    await placed(shop, data.merchantpay_order)
    const order = await shop.orderOf(data.merchantpay_order)
    const payment = order?.payment_collections[0]?.payments[0]?.id
    await assert.rejects(
      shop.admin(`/payments/${payment}/refund`, { amount: 10 }),
      /Ask the customer for an address/,
    )
    await shop.admin(`/orders/${order?.id}`, { metadata: { merchantpay_refund_address: REFUND_ADDRESS } })
    await until('the address is kept', async () => {
      const kept = await shop.orderOf(data.merchantpay_order)
      return kept?.payment_collections[0]?.payments[0]?.data.refund_address === REFUND_ADDRESS
    })
    await shop.admin(`/payments/${payment}/refund`, { amount: 10 })
    await shop.admin(`/payments/${payment}/refund`, { amount: 15 })
    const { refunds } = await mp.orders.listRefunds(data.merchantpay_order)
    // The second refund is less than its share of 18.00 USDT by the fee of the service.
    assert.deepEqual(refunds.map(({ amount }) => amount).sort(), ['12.00', '17.70'])
    await assert.rejects(shop.admin(`/payments/${payment}/refund`, { amount: 1 }))
    assert.deepEqual(paymentsOf(await shop.orderOf(data.merchantpay_order)), [
      { amount: 25, isCaptured: true, refunded: 25 },
    ])
  },

  async 'a webhook that comes again changes nothing, and one that is forged is refused'({ mp, url }, shop) {
    const { data } = await shop.checkout(await shop.fillCart())
    await mp.testHelpers.simulateOrder(data.merchantpay_order, { action: 'pay' })
    await placed(shop, data.merchantpay_order)
    const [first] = (await mp.orders.listDeliveries(data.merchantpay_order)).deliveries
    await mp.webhooks.redeliver(first?.webhook_id ?? 'none', first?.id ?? 'none')
    await until('both are delivered', async () => {
      const { deliveries } = await mp.orders.listDeliveries(data.merchantpay_order)
      return deliveries.length === 2 && deliveries.every(({ status }) => status === 'DELIVERED')
    })
    assert.equal(paymentsOf(await shop.orderOf(data.merchantpay_order)).length, 1)

    const signature = { 'x-merchant-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` }
    const body = JSON.stringify({ event: 'payment.confirmed', data: { order_id: data.merchantpay_order } })
    const headers = { ...signature, 'content-type': 'application/json' }
    const forged = await fetch(`${url}/merchantpay/webhooks`, { method: 'POST', body, headers })
    assert.deepEqual([forged.status, (await forged.text()).includes('signature_mismatch')], [401, true])
  },

  async 'the hourly job finds a payment that no webhook reported'({ mp }, shop) {
    for (const { id } of await mp.webhooks.list()) await mp.webhooks.delete(id)
    const { data } = await shop.checkout(await shop.fillCart())
    await mp.testHelpers.simulateOrder(data.merchantpay_order, { action: 'pay' })
    await until('it is paid', async () => (await mp.orders.get(data.merchantpay_order)).status === 'PAID')
    assert.equal(await shop.orderOf(data.merchantpay_order), undefined)
    await shop.admin('/workflows-executions/job-merchantpay-missed/run', { input: {} })
    await placed(shop, data.merchantpay_order)
  },
}

const expired = (mp: World['mp'], order: string): Promise<void> =>
  until(`${order} expires`, async () => (await mp.orders.get(order)).status === 'EXPIRED')

const placed = (shop: ShopClient, order: string): Promise<void> =>
  until(`${order} is placed`, async () => (await shop.orderOf(order)) !== undefined)

const notified = (shop: ShopClient, text: string): Promise<void> =>
  until(`a notification says "${text}"`, async () =>
    (await shop.notifications()).some((notification) => notification.includes(text)),
  )

function paymentsOf(order: Awaited<ReturnType<ShopClient['orderOf']>>) {
  const payments = order?.payment_collections.flatMap(({ payments }) => payments) ?? []
  return payments.map(({ amount, captured_at, refunds = [] }) => ({
    amount,
    isCaptured: captured_at !== null,
    refunded: refunds.reduce((sum, refund) => sum + refund.amount, 0),
  }))
}
