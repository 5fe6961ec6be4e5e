import { MerchantPay, MerchantPayError } from '@merchantpay/sdk'
import type { HttpPeer, Server, StreamPeer } from '../client.js'

/** A key in the form that the client checks. */
export const TEST_KEY = {
  keyId: 'mk_test_0123456789abcdefghijABCD',
  secret: 'sk_test_bench-0123456789abcdefghijklmnopqrstuvwxyzAB',
} as const
const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const

const open = ({ origin, timeoutMs }: Server) =>
  new MerchantPay({ baseUrl: origin, ...TEST_KEY, ...(timeoutMs && { timeoutMs, maxRetries: 0 }) })

export const merchantpay: HttpPeer = {
  packages: { '@merchantpay/sdk': '@merchantpay/sdk' },
  open: async (server) => {
    const mp = open(server)
    return {
      read: (id, signal) => mp.orders.get(id, { signal }),
      create: () => mp.orders.create(ORDER),
      createUnkeyed: () => mp.apiKeys.create({ environment: 'test' }),
      errors: [MerchantPayError],
    }
  },
}

export const merchantpayStream: StreamPeer = {
  packages: { '@merchantpay/sdk': '@merchantpay/sdk' },
  open: async ({ origin, timeoutMs }) => {
    const { orders } = open({ origin })
    return {
      async *stream() {
        for await (const { order } of orders.stream('o1', { idleTimeoutMs: timeoutMs })) yield order
      },
      errors: [MerchantPayError],
    }
  },
}
