// Uses the installed package from an ES module; its arguments are the names of the entries.
import assert from 'node:assert/strict'
import { MerchantPay } from '@merchantpay/sdk'
import { createTestServer } from '@merchantpay/testing'

for (const entry of process.argv.slice(2)) {
  assert.ok(import.meta.resolve(entry).endsWith('.js'), `${entry} must resolve to its ES module`)
  assert.notDeepEqual(Object.keys(await import(entry)), [], `${entry} exports nothing`)
}

const server = createTestServer()
const { baseUrl, fetch, clock, keys } = server
const mp = new MerchantPay({ ...keys.test, baseUrl, fetch, clock })
const order = await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
await server.emit(order.id, 'PAID')
assert.equal((await mp.orders.get(order.id)).status, 'PAID')
