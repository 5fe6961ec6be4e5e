import { usage } from '../failure.js'
import type { Input } from '../input.js'
import { amountOf } from './amount.js'
import { priceOf } from './price.js'

/** The amount, or the price that stands in for it; undefined without either. @throws Failure `usage` */
export function totalOf(input: Input) {
  const [amount, price] = [input.text('amount'), input.text('price')]
  if (amount !== undefined && price !== undefined) throw usage('--amount and --price exclude each other')
  if (price !== undefined) return { price: priceOf('--price', price) }
  return amount === undefined ? undefined : { amount: amountOf('--amount', amount) }
}
