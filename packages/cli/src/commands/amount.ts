import { usage } from '../failure.js'

/** An amount as the API takes it; the service checks its bounds. @throws Failure `usage` */
export function amountOf(name: string, text: string): `${number}` {
  if (!/^\d{1,12}(\.\d{1,8})?$/.test(text)) throw usage(`${name} takes an amount like 25.00`)
  return text as `${number}` // checked above
}
