import type { MerchantPay } from '@merchantpay/sdk'
import {
  decimal,
  fee,
  format,
  isWithinTolerance,
  minDue,
  sub,
  sum,
  type Usdt,
  usdt,
} from '@merchantpay/sdk/money'

declare const mp: MerchantPay
declare const text: string
const rest = { currency: 'USDT', network: 'TRC20' } as const

export const refused = () => {
  // @ts-expect-error an amount is text
  mp.orders.create({ ...rest, amount: 100.5 })
  // @ts-expect-error an amount is a number in text
  mp.orders.create({ ...rest, amount: 'ten' })
  // @ts-expect-error so it has to be checked
  mp.orders.create({ ...rest, amount: text })
  // @ts-expect-error a tolerance is a number in requests
  mp.orders.create({ ...rest, amount: '25.00', tolerance_percent: '0.01' })
  // @ts-expect-error the amount of a quote is text too
  mp.withdrawals.quote({ network: 'TRC20', amount: 25 })
  // @ts-expect-error money is read from text
  usdt(25)
  // @ts-expect-error a bigint of unknown unit is no money
  format(25n)
  // @ts-expect-error nor is a number
  sum([25])
  // @ts-expect-error a tolerance is text, as in replies
  minDue(usdt('25.00'), 0.01)
  // @ts-expect-error fees have 6 decimals or 8
  fee(usdt('25.00'), '0.01', { decimals: 2 })
}

export const passed = async () => {
  const { order_amount, tolerance_percent, received_amount, id } = await mp.orders.create({
    ...rest,
    amount: decimal(text),
    tolerance_percent: 0.01,
  })
  const [orderAmount, received]: Usdt[] = [usdt(order_amount), usdt(received_amount)]
  if (orderAmount === undefined || received === undefined) return id
  const missing = format(sub(orderAmount, received), { decimals: 6 })
  mp.withdrawals.quote({ network: 'TRC20', amount: missing })
  return isWithinTolerance({ received, orderAmount, tolerance: tolerance_percent })
}
