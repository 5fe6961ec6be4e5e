import { UsageError } from '../errors/base-error.js'
import { commaHint } from '../util/checks.js'

/** The amounts of a request; most requests have none. */
interface Amounts {
  readonly amount?: unknown
  readonly price?: { readonly amount?: unknown } | null | undefined
  readonly tolerance_percent?: unknown
}

/**
 * Refuses an amount that may have been a floating-point number, and a tolerance in per cent. The server checks
 * everything else.
 *
 * @param request the body, or the query of an operation without one
 * @throws UsageError `invalid_amount` or `invalid_price` unless it is a decimal string, `invalid_tolerance` unless it is a number of at
 * most 0.5
 */
export function checkAmounts({ amount = '0', price, tolerance_percent: tolerance = 0 }: Amounts): void {
  requireDecimal('invalid_amount', 'amount', amount)
  requireDecimal('invalid_price', 'price.amount', price?.amount ?? '0')
  if (typeof tolerance === 'number' && tolerance <= 0.5) return
  throw new UsageError('invalid_tolerance', 'tolerance_percent is a fraction: 0.01 is 1 %')
}

function requireDecimal(code: 'invalid_amount' | 'invalid_price', name: string, value: unknown): void {
  if (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)) return
  throw new UsageError(code, `${name} must be a string like '25.00'${commaHint(value)}`)
}
