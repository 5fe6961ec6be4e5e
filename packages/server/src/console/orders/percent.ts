import { formatRate, type Rate } from '../../domain/shared/money.js'

/** A rate as a percentage, exactly: moving the point needs no rounding. */
export function percent(rate: Rate): string {
  const [whole = '0', decimals = ''] = formatRate(rate).split('.')
  const digits = decimals.padEnd(2, '0')
  const rest = digits.slice(2)
  return `${Number(`${whole}${digits.slice(0, 2)}`)}${rest && `.${rest}`} %`
}
