import type { ServerResponse } from 'node:http'
import { MerchantPay } from '@merchantpay/sdk'
import { expect, it } from 'vitest'
import { ScreeningService } from '../support/screening/screening-service.js'
import { startChild } from '../support/server/child.js'
import { temporaryFolder } from '../support/server/folder.js'

const SECRET = 'whsec_of-the-screening-service'
/** Ten times the target for calls while screening hangs. */
const CALL_MS = 1_000

it('a hanging screening service delays its payments, but no block, order or call', async () => {
  const service = await ScreeningService.start()
  const hanging: ServerResponse[] = []
  let isWell = false
  service.respond((response) => {
    if (isWell) response.end('{"verdict":"pass"}')
    else hanging.push(response)
  })
  const server = await startChild({
    MERCHANTPAY_DATABASE_URL: `file:${temporaryFolder()}/books.db`,
    MERCHANTPAY_SANDBOX_BLOCK_MS: '100',
    MERCHANTPAY_SCREENING_URL: service.url,
    MERCHANTPAY_SCREENING_SECRET: SECRET,
  })
  const registered = await fetch(`${server.url}/v1/merchants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email: 'ada@books.example', platform_user_id: 'ada' }),
  })
  const { api_key: key } = (await registered.json()) as { api_key: { key_id: string; secret: string } }
  const mp = new MerchantPay({ baseUrl: server.url, keyId: key.key_id, secret: key.secret })
  const pay = async (network: 'ERC20' | 'TRC20') => {
    const { id } = await mp.orders.create({ amount: '25.00', currency: 'USDT', network })
    await mp.testHelpers.simulateOrder(id, { action: 'pay' })
    return id
  }
  const until = async (id: string, status: string) => {
    for await (const { order } of mp.orders.stream(id)) if (order.status === status) return
    throw new Error(`${id} never was ${status}`)
  }
  const paid = [await pay('ERC20'), await pay('TRC20')]
  await Promise.all(paid.map((id) => until(id, 'CONFIRMING')))
  // Both watchers now wait for the screening service, longer than the rest of the test takes.
  while (hanging.length < 2) await new Promise((resolve) => setImmediate(resolve))
  const slow: number[] = []
  const expired: string[] = []
  for (let times = 0; times < 5; times += 1) {
    const begin = performance.now()
    const { id } = await mp.appOrders.create({ amount_mode: 'FIXED', amount: '12.50', currency: 'USDT' })
    await mp.testHelpers.simulateOrder(id, { action: 'expire' })
    slow.push((performance.now() - begin) / 2)
    expired.push(id)
  }
  expect(Math.max(...slow)).toBeLessThan(CALL_MS)
  await Promise.all(expired.map((id) => until(id, 'EXPIRED')))
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect((await mp.orders.get(paid[0] ?? '')).status).toBe('CONFIRMING')
  isWell = true
  for (const response of hanging) response.end('{"verdict":"pass"}')
  await Promise.all(paid.map((id) => until(id, 'PAID')))
}, 60_000)
