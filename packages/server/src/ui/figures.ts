import { formatPrice, type Price } from '../domain/rates/price.js'
import { formatRate, formatSigned, type Rate } from '../domain/shared/money.js'
import type { ListTotal } from '../domain/shared/types.js'
import { descriptionOf, perNetwork } from '../networks/networks.js'
import { type Html, html } from '../runtime/html.js'

/** The names of the networks for people. */
export const NETWORK_NAMES = perNetwork((network) => descriptionOf(network).chain)

/** Writes an amount of 1e-8 USDT with all its decimals: `12,480.50`. */
export function money(amount: bigint): string {
  const [whole = '', decimals = ''] = formatSigned(amount).split('.')
  return `${grouped(whole)}.${decimals}`
}

/** The same where the text around it may run from right to left. */
export const amountOf = (amount: bigint): Html =>
  html`<bdi class="num" dir="ltr" translate="no">${money(amount)}</bdi>`

/** Writes a price with all its decimals: `12,480.50 EUR`. */
export const priceText = (price: Price): string => `${priceFigure(price)} ${price.currency}`

/** The same without the currency. */
export function priceFigure(price: Price): string {
  const [whole = '', decimals] = formatPrice(price).split('.')
  return `${grouped(whole)}${decimals === undefined ? '' : `.${decimals}`}`
}

/** Writes a count: `12,481`. */
export const number = (count: number | bigint): string => grouped(`${count}`)

/** The same where not all rows may be counted: `10,000+`. */
export const countOf = ({ total, isAtLeast }: ListTotal): string => `${number(total)}${isAtLeast ? '+' : ''}`

const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',')

/** Writes a rate in percent, by moving its point: `0.008` is `0.8 %`. */
export function percent(rate: Rate): string {
  const [whole = '', decimals = ''] = formatRate(rate).split('.')
  const digits = decimals.padEnd(2, '0')
  const rest = digits.slice(2)
  return `${BigInt(whole + digits.slice(0, 2))}${rest === '' ? '' : `.${rest}`} %`
}

/** Cuts an id, a hash or an address in the middle. */
export const shortened = (text: string): string =>
  text.length > 20 ? `${text.slice(0, 8)}…${text.slice(-6)}` : text
