import type { CreateOrder, MerchantPay } from '@merchantpay/sdk'

declare const mp: MerchantPay

export const refused = () => {
  // @ts-expect-error an order has a network
  mp.orders.create({ amount: '25.00', currency: 'USDT' })
  // @ts-expect-error FIXED needs an amount
  mp.appOrders.create({ amount_mode: 'FIXED', currency: 'USDT' })
  // @ts-expect-error CUSTOM has none
  mp.appOrders.create({ amount_mode: 'CUSTOM', amount: '1.00', currency: 'USDT' })
  // @ts-expect-error a withdrawal needs an address
  mp.withdrawals.create({ amount: '100.00', currency: 'USDT', network: 'TRC20' })
  // @ts-expect-error a quote needs a network
  mp.withdrawals.quote({ amount: '100.00' })
  // @ts-expect-error a body of another operation is refused
  mp.apiKeys.create({ action: 'pay' })
  // @ts-expect-error a misspelt field is refused
  mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20', desciption: 'Two tickets' })
}

export const passed = (metadata: Record<string, string>) => {
  const body: CreateOrder = { amount: '25.00', currency: 'USDT', network: 'TRC20', metadata }
  return [
    mp.orders.create(body),
    mp.merchants.register({ name: 'A', email: 'a@b.example', platform_user_id: '1' }),
  ]
}
