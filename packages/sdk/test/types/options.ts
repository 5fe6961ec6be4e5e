import { MerchantPay, type PageOptions, type RequestOptions } from '@merchantpay/sdk'

declare const mp: MerchantPay
declare const maybe: string | undefined
declare const signal: AbortSignal | undefined
const order = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const

export const refused = () => {
  // @ts-expect-error it is baseUrl
  new MerchantPay({ baseURL: 'https://pay.example' })
  // @ts-expect-error it is timeoutMs
  new MerchantPay({ timeout: 5 })
  // @ts-expect-error there are two environments
  new MerchantPay({ environment: 'staging' })
  // @ts-expect-error it is timeoutMs
  mp.orders.list({ timeoutMS: 5 })
  // @ts-expect-error a list takes no key
  mp.orders.list({ idempotencyKey: 'a' })
  // @ts-expect-error nor does a retrieval
  mp.orders.get('o1', { idempotencyKey: 'a' })
  // @ts-expect-error nor a cancellation
  mp.withdrawals.cancel('w1', { idempotencyKey: 'a' })
  // @ts-expect-error nor a new API key, which is made once
  mp.apiKeys.create({ environment: 'test' }, { idempotencyKey: 'a' })
  // @ts-expect-error nor a simulation
  mp.testHelpers.simulateOrder('o1', { action: 'pay' }, { idempotencyKey: 'a' })
  // @ts-expect-error nor a list of deliveries
  mp.orders.listDeliveries('o1', { idempotencyKey: 'a' })
  // @ts-expect-error an array says how many rows at most
  mp.orders.list().toArray()
  // @ts-expect-error no order has this status
  mp.orders.list({ status: 'LOST' })
  // @ts-expect-error values are compared as text
  mp.orders.list({ metadata: { cart: 42 } })
  // @ts-expect-error other lists have no filters
  mp.withdrawals.list({ status: 'PAID' })
  // @ts-expect-error only lists have pages
  mp.orders.get('o1', { limit: 5 })
}

export const passed = () => {
  mp.orders.create({ ...order, description: maybe }, { idempotencyKey: maybe, signal })
  mp.appOrders.create({ amount_mode: 'CUSTOM', currency: 'USDT' }, { idempotencyKey: 'a' })
  mp.withdrawals.create({ ...order, destination_address: 'T' }, { idempotencyKey: 'a' })
  const page: PageOptions = { limit: undefined, offset: 20, signal }
  const options: RequestOptions = { headers: { 'x-trace': '1' }, deadlineMs: Infinity, timeoutMs: undefined }
  return [
    mp.orders.list(page),
    mp.orders.get('o1', options),
    new MerchantPay({ keyId: maybe, secret: maybe }),
  ]
}
