import { type ClientOptions, MerchantPay } from '@merchantpay/sdk'
import { createTestServer, type TestServer, type TestServerOptions } from '../../src/index.js'

/** An in-memory service and a client that share its clock. */
export function shop(options: TestServerOptions = {}, client: ClientOptions = {}) {
  const server = createTestServer(options)
  return { server, mp: clientOf(server, client) }
}

/** A client of a service, with its test key. */
export function clientOf(server: TestServer, options: ClientOptions = {}): MerchantPay {
  const { baseUrl, fetch, clock, keys } = server
  return new MerchantPay({ ...keys.test, baseUrl, fetch, clock, ...options })
}

export const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const
