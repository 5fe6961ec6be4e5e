import { type Html, html, NOTHING } from '../runtime/html.js'
import { icon } from '../ui/icons.js'
import { qrOf } from '../ui/qr.js'
import { EXACT, largeMoneyOf, moneyOf, networkOf, priceOf } from './exact.js'
import type { View } from './view.js'
import type { WordKey, Words } from './words.js'

/** Characters at each end of an address that are emphasised, because people compare these. */
const EMPHASISED = 6

/** Renders network, amount and address; copying comes before the code, because most payers cannot scan their own screen. */
export function paymentOf(view: View, words: Words): Html {
  const { address, remaining = view.amount, row } = view
  if (address === undefined) return NOTHING
  const network = networkOf(view.network)
  const label = row === 'pay_rest' ? 'label_remaining' : 'label_amount'
  const start = address.slice(0, EMPHASISED)
  const end = address.slice(-EMPHASISED)
  return html`<div class="pay"><p class="strip tone-warn">${icon('warning')}<span><strong>${words.fill('only_on_network', { network })}</strong> ${words.plain('else_lost')}</span></p>
<div class="part ends"><div><h2>${words.plain(label)}</h2>${largeMoneyOf(remaining)}${row === 'pay_rest' ? NOTHING : priceOf(view.price)}</div>${copyButton('amount', words)}</div>
<div class="part to"><div><h2>${words.plain('label_address')}</h2>
<p><code id="address" ${EXACT}><b>${start}</b>${address.slice(EMPHASISED, -EMPHASISED)}<b>${end}</b></code></p>
${copyButton('address', words)}</div>
<p class="or">${words.plain('or_scan')}</p>
<figure>${qrOf(address)}<figcaption class="dim">${words.plain('scan_caption')}</figcaption></figure></div></div>`
}

const COPIES = {
  amount: { kind: 'secondary', text: 'copy', name: 'copy_amount', copied: 'amount_copied' },
  address: { kind: 'primary wide', text: 'copy_address', name: 'copy_address', copied: 'address_copied' },
} as const satisfies Record<string, { kind: string; text: WordKey; name: WordKey; copied: WordKey }>

const copyButton = (part: keyof typeof COPIES, words: Words): Html => {
  const { kind, text, name, copied } = COPIES[part]
  return html`<button type="button" class="button ${kind}" hidden data-copy="${part}" data-copied="${words.plain(copied)}" aria-label="${words.plain(name)}">${icon('copy')}${words.plain(text)}</button>`
}

/** The order number, for a message to the merchant. */
export const numberOf = ({ orderNumber }: View, words: Words): Html =>
  html`<div class="part ends"><div><h2 id="number-label">${words.plain('label_order_number')}</h2><p><bdi id="number" class="mono" ${EXACT}>${orderNumber}</bdi></p></div><button type="button" id="copy-number" class="button secondary" hidden data-copy="number" data-copied="${words.plain('number_copied')}" aria-labelledby="copy-number number-label">${icon('copy')}${words.plain('copy')}</button></div>`

/** Below the card: exchanges take fees from the amount that they send. */
export const feeNoteOf = ({ remaining, amount }: View, words: Words): Html =>
  html`<p class="pay note dim">${icon('info')}<span>${words.fill('exact_amount', { amount: html`<b>${moneyOf(remaining ?? amount)}</b>` })}</span></p>`
