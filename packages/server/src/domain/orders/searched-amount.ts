import { APP_DECIMALS, parseUsdt, type Usdt } from '../shared/money.js'
import { typedAmount } from '../shared/typed-amount.js'

/**
 * The amount that the text of a search is, which may be copied from a page, `12.345`. A whole number may be a reference as
 * well, and so is none.
 */
export function searchedAmount(text: string): Usdt | undefined {
  const typed = typedAmount(text, { isPointDecimal: true })
  return typed.includes('.') ? parseUsdt(typed, APP_DECIMALS) : undefined
}
