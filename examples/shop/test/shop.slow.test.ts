import { once } from 'node:events'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { MerchantPay } from '@merchantpay/sdk'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startProgram, TSX_MAIN, testTakenPort } from '../../../test-support/examples/program.js'
import { freePort } from '../../../test-support/net/free-port.js'
import { merchantEnvironment, startSandbox } from '../../../test-support/processes/sandbox-server.js'
import { openDatabase } from '../database.js'
import { createShop } from '../shop.js'

const cwd = fileURLToPath(new URL('..', import.meta.url))
const PATIENCE = { timeout: 60_000, interval: 200 }
const REDIRECTED = { method: 'POST', redirect: 'manual' } as const

test('a cart is paid at a real server and shipped once, by way of its webhook', async () => {
  const sandbox = await startSandbox()
  onTestFinished(sandbox.stop)
  const merchant = await merchantEnvironment(sandbox.url, 'shop')
  const { MERCHANTPAY_KEY_ID: keyId, MERCHANTPAY_SECRET: secret, WEBHOOK_SECRET: webhookSecret } = merchant
  const mp = new MerchantPay({ baseUrl: sandbox.url, keyId, secret })
  const port = await freePort()
  const database = openDatabase(join(sandbox.folder, 'shop.sqlite'))
  const shop = createShop({ mp, database, webhookSecret, publicUrl: `https://127.0.0.1:${port}` })
  const server = serve({
    fetch: shop.app.fetch,
    hostname: '127.0.0.1',
    port,
    createServer,
    serverOptions: sandbox.certificate,
  })
  await once(server, 'listening')
  onTestFinished(() => void server.close())

  const created = await shop.app.request('/carts', { method: 'POST' })
  const page = created.headers.get('location') ?? ''
  const paying = await shop.app.request(`${page}/checkout`, { method: 'POST' })
  const { orders } = await mp.orders.list()
  const order = await mp.orders.get(orders[0]?.id ?? 'none')
  await mp.testHelpers.simulateOrder(order.id, { action: 'pay' })

  expect(paying.headers.get('location')).toBe(orders[0]?.payment_url)
  const status = async () => (await shop.app.request(`${page}/status`)).json()
  await vi.waitFor(async () => expect(await status()).toEqual({ status: 'shipped' }), PATIENCE)
  expect(order.metadata).toEqual({ cart: page.replace('/carts/', ''), attempt: 1 })
  expect((await mp.orders.listDeliveries(order.id)).deliveries).toMatchObject([{ status: 'DELIVERED' }])
}, 120_000)

test('the shop as a program sends a customer to the page of a new order', async () => {
  const sandbox = await startSandbox()
  onTestFinished(sandbox.stop)
  const merchant = await merchantEnvironment(sandbox.url, 'shop')
  const env = { ...merchant, DATABASE_FILE: join(sandbox.folder, 'shop.sqlite'), PORT: '0' }
  const { url } = await startProgram({ cwd, command: TSX_MAIN, env })

  const cart = await fetch(`${url}/carts`, REDIRECTED)
  const paying = await fetch(`${url}${cart.headers.get('location')}/checkout`, REDIRECTED)

  expect(paying.headers.get('location')).toContain(`${sandbox.url}/pay/`)
}, 60_000)

testTakenPort(cwd, TSX_MAIN, {
  MERCHANTPAY_BASE_URL: 'http://127.0.0.1:1',
  MERCHANTPAY_KEY_ID: `mk_test_${'0'.repeat(24)}`,
  MERCHANTPAY_SECRET: `sk_test_${'0'.repeat(43)}`,
})
