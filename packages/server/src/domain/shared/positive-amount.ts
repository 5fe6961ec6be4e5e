import { DomainError } from './errors.js'
import { parseUsdt, type Usdt, ZERO } from './money.js'

/** Reads the `amount` of a request, with at most `maxDecimals` decimals. @throws invalid_amount for zero, and for any other text */
export function requirePositive(text: string, maxDecimals: number): Usdt {
  const amount = parseUsdt(text, maxDecimals)
  if (amount !== undefined && amount !== ZERO) return amount
  throw new DomainError('invalid_amount', { param: 'amount', detail: 'must be greater than 0 USDT' })
}
