import {
  ApiError,
  type CallResult,
  type MerchantPay,
  MerchantPayError,
  type Order,
  type OrderSummary,
} from '@merchantpay/sdk'

declare const mp: MerchantPay
declare const summary: OrderSummary

export const refused = async () => {
  // @ts-expect-error a list has orders in their reduced form
  const credited = summary.credited_amount
  // @ts-expect-error which is no whole order
  const order: Order = summary
  // @ts-expect-error a misspelt field does not exist
  const staus = (await mp.orders.get('o1')).staus
  const retrieved = await mp.orders.get('o1')
  // @ts-expect-error an order of either kind has no payment page before its kind is known
  const page = retrieved.payment_url
  // @ts-expect-error an app order has none at all
  const none = retrieved.kind === 'app' && retrieved.payment_url
  // @ts-expect-error a page of a list is awaited, not iterated
  for await (const row of await mp.orders.list()) return row
  return [credited, order, staus, page, none]
}

export const passed = async () => {
  const retrieved = await mp.orders.get('o1')
  const target: string = retrieved.kind === 'on_chain' ? retrieved.payment_url : retrieved.payment_uri
  const both: Order[] = [
    retrieved,
    await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' }),
    await mp.appOrders.create({ amount_mode: 'CUSTOM', currency: 'USDT' }),
  ]
  const { orders, total } = await mp.orders.list()
  if (total > orders.length) return [target, both.map(({ kind }) => kind)]
  const result: CallResult<{ status: string }> = await mp.orders.get('o1').withResponse()
  for await (const row of mp.orders.list({ limit: 20 })) if (row.id === summary.id) break
  for await (const { items, total, changed } of mp.withdrawals.list().pages()) {
    if (changed || items.length === total) return items[0]?.tx_hash
  }
  const rows: OrderSummary[] = await mp.orders.list().toArray({ max: 10 })
  for await (const { order, gap, eventId } of mp.orders.stream('o1')) if (gap) return [order.status, eventId]
  return [rows, result.data.status]
}

export const explain = (error: unknown): string => {
  if (error instanceof ApiError) return `${error.status} ${error.code} ${error.headers.get('x-request-id')}`
  return error instanceof MerchantPayError ? error.outcome : 'other'
}
