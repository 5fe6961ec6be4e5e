/** A program of many functions, each with calls of its own through the client's methods. */
export function methodCalls(functions: number): string {
  return program(functions, (n) => [
    `const order = await mp.orders.create({ ${onChain}, metadata: { n: ${n} } })`,
    `const { orders, total } = await mp.orders.list({ limit: 20, offset: ${n} })`,
    'const merchant = await mp.merchants.me()',
    'return [order.status, orders[0]?.order_number, total, merchant.fee_rate]',
  ])
}

/** The same calls by path. */
export function rawCalls(functions: number): string {
  return program(functions, (n) => [
    `const { data: order } = await mp.raw.POST('/v1/orders', { body: { ${onChain}, metadata: { n: ${n} } } })`,
    `const { data: list } = await mp.raw.GET('/v1/orders', { params: { query: { limit: 20, offset: ${n} } } })`,
    `const { data: merchant } = await mp.raw.GET('/v1/merchants/me')`,
    'return [order?.status, list?.orders[0]?.order_number, list?.total, merchant?.fee_rate]',
  ])
}

const onChain = `amount: '25.00', currency: 'USDT', network: 'TRC20'`

function program(functions: number, linesOf: (n: number) => string[]): string {
  const bodies = Array.from({ length: functions }, (_, n) =>
    [`export async function use${n}() {`, ...linesOf(n), '}'].join('\n'),
  )
  return [
    `import type { MerchantPay } from '@merchantpay/sdk'`,
    'declare const mp: MerchantPay',
    ...bodies,
  ].join('\n')
}
