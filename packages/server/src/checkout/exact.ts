import { type ConvertedPrice, formatPrice, type Price, priceText, rateText } from '../domain/rates/price.js'
import { isoTime } from '../domain/shared/iso-time.js'
import { formatUsdt, type Usdt } from '../domain/shared/money.js'
import { descriptionOf, type Network } from '../networks/networks.js'
import { Html, html, NOTHING } from '../runtime/html.js'
import type { Transaction } from './view.js'
import type { Words } from './words.js'

/** Attributes for text that payers compare letter by letter: browser translation also changes numbers and names. */
export const EXACT = new Html('dir="ltr" translate="no"')
/** Characters at each end of a hash that are shown on a screen; print and copies have all. */
const HASH_ENDS = 8

/** Writes an amount as wallets do, in every language: the copied amount is the amount to send. */
export const moneyOf = (amount: Usdt): Html => html`<bdi ${EXACT}>${formatUsdt(amount)} USDT</bdi>`

/** Writes an amount large, with the currency smaller beside it. */
export const largeMoneyOf = (amount: Usdt): Html => largeOf(formatUsdt(amount), 'USDT')
export const largePriceOf = (price: Price): Html => largeOf(formatPrice(price), price.currency)

const largeOf = (text: string, unit: string): Html =>
  html`<p class="amount${text.length > 9 ? ' long' : ''}"><bdi ${EXACT}><span id="amount">${text}</span> <small>${unit}</small></bdi></p>`

/** Writes the price that an amount follows from; nothing for an order without one. */
export const priceOf = (price: ConvertedPrice | null): Html =>
  price === null ? NOTHING : html`<p class="price dim"><bdi ${EXACT}>${priceText(price)}</bdi></p>`

/** Writes a price with its rate. */
export const priceFactOf = (price: ConvertedPrice): Html =>
  html`<bdi ${EXACT}>${priceText(price)}</bdi><br><small class="dim"><bdi ${EXACT}>${rateText(price)}</bdi></small>`

export const networkOf = (network: Network): Html =>
  html`<bdi ${EXACT}>${descriptionOf(network).chain} · ${network}</bdi>`
export const chainOf = (network: Network): Html => html`<bdi ${EXACT}>${descriptionOf(network).chain}</bdi>`

/** Date and time. The script shows them in the payer's zone. */
export const timeOf = (at: number, words: Words): Html =>
  html`<time datetime="${isoTime(at)}">${words.instant(at)}</time>`

/** The time of the day only. */
export const timeOfDay = (at: number, words: Words): Html =>
  html`<time data-day datetime="${isoTime(at)}">${words.timeOfDay(at)}</time>`

export function transactionOf({ hash, link }: Transaction): Html {
  const shortHash = html`<bdi class="mono" ${EXACT}>${hash.slice(0, HASH_ENDS)}<span class="middle">${hash.slice(HASH_ENDS, -HASH_ENDS)}</span>${hash.slice(-HASH_ENDS)}</bdi>`
  return link === undefined ? shortHash : html`<a href="${link}" rel="noreferrer">${shortHash}</a>`
}
