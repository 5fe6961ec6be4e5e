// Compiled against the installed package under every way of resolving modules.
import { MerchantPay, type Order } from '@merchantpay/sdk'
import { createTestServer, type Fault, type TestServer } from '@merchantpay/testing'

const server: TestServer = createTestServer({ seed: 7 })
const { baseUrl, fetch, clock, keys } = server
const mp = new MerchantPay({ ...keys.test, baseUrl, fetch, clock })

export async function pay(id: string): Promise<Order> {
  const fault: Fault = { reset: 'before' }
  server.fault('getOrder', fault)
  await server.emit(id, 'PAID')
  return mp.orders.get(id)
}

// @ts-expect-error there is no such operation
server.fault('orderPizza', { reset: 'before' })
