import { CHAIN_DECIMALS, parseUsdt, type Usdt } from '../domain/shared/money.js'

/** Arabic and Persian digits, each from 0 to 9. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g
/** A comma before one or two last digits is a decimal comma; any other one is not read, since it may group digits. */
const DECIMAL_COMMA = /[,\u066b](?=\d{1,2}$)/

/** Reads an amount as a payer types it; undefined for a text that is none. */
export const typedAmount = (text: string): Usdt | undefined =>
  parseUsdt(
    text
      .trim()
      .replace(OTHER_DIGITS, (digit) => `${digit.charCodeAt(0) & 0xf}`)
      .replace(DECIMAL_COMMA, '.'),
    CHAIN_DECIMALS,
  )
