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
  const received = summary.received_amount
  // @ts-expect-error which is no whole order
  const order: Order = summary
  // @ts-expect-error a misspelt field does not exist
  const staus = (await mp.orders.get('o1')).staus
  return [received, order, staus]
}

export const passed = async () => {
  const result: CallResult<{ status: string }> = await mp.orders.get('o1').withResponse()
  for await (const row of mp.orders.iterate({ limit: 20 })) if (row.id === summary.id) break
  for await (const { items, total, drifted } of mp.withdrawals.iterate().pages()) {
    if (drifted || items.length === total) return items[0]?.tx_hash
  }
  const rows: OrderSummary[] = await mp.orders.iterate().toArray({ max: 10 })
  for await (const { order, gap, eventId } of mp.orders.stream('o1')) if (gap) return [order.status, eventId]
  return [rows, result.data.status]
}

export const explain = (error: unknown): string => {
  if (error instanceof ApiError) return `${error.status} ${error.code} ${error.headers.get('x-request-id')}`
  return error instanceof MerchantPayError ? error.outcome : 'other'
}
