import { type Html, html, joinHtml, NOTHING } from '../runtime/html.js'
import { icon } from '../ui/icons.js'
import { EXACT, moneyOf, networkOf, priceFactOf, priceOf, timeOf, transactionOf } from './exact.js'
import type { Place } from './place.js'
import type { Row, View } from './view.js'
import type { WordKey, Words } from './words.js'

/** A fact with a third member is only on paper, or only on a screen, because the head of a receipt has it on paper. */
type Fact = readonly [label: WordKey, value: Html, place?: 'paper' | 'screen' | undefined]

/** Rows whose window is over, or ends now. */
const OVER: ReadonlySet<Row> = new Set(['checking', 'expired', 'late', 'underpaid'])

/** The facts of an order in the row that it is in. @param hasAmount false where the amount stands above them */
function factsOf(view: View, words: Words, hasAmount = !view.isFinal): Html {
  const { row, amount, received, description, paidAt, contact } = view
  const facts: Fact[] = []
  const inHead = view.hasReceipt ? 'screen' : undefined
  if (view.address === undefined && hasAmount) facts.push(['label_amount', moneyOf(amount)])
  if (view.price !== null) facts.push(['label_price', priceFactOf(view.price)])
  const isExact = view.isFinal && received === amount
  if (received > 0n && !isExact && row !== 'underpaid') facts.push(['label_received', moneyOf(received)])
  if (paidAt !== null) facts.push(['label_paid_at', timeOf(paidAt, words), inHead])
  // Not the first fact, which has no space above it on a screen.
  if (isExact) facts.push(['label_received', moneyOf(received), 'paper'])
  if (OVER.has(row)) facts.push(['label_pay_before', timeOf(view.expireAt, words)])
  facts.push(['label_network', networkOf(view.network)])
  if (view.paidTo !== undefined)
    facts.push(['label_paid_to', html`<bdi class="mono" ${EXACT}>${view.paidTo}</bdi>`, 'paper'])
  facts.push(['label_order_number', html`<bdi ${EXACT}>${view.orderNumber}</bdi>`, inHead])
  if (description !== null) facts.push(['label_description', html`<bdi>${description}</bdi>`])
  for (const transaction of view.transactions) {
    facts.push(['label_transaction', transactionOf(transaction)])
    if (view.hasReceipt) facts.push(['label_block', html`<bdi ${EXACT}>${transaction.block}</bdi>`, 'paper'])
  }
  if (contact)
    facts.push([
      'label_contact',
      html`<a href="${contact.link}" rel="noreferrer"><bdi>${contact.text}</bdi></a>`,
      inHead,
    ])
  const entries = facts.map(
    ([key, value, place]) =>
      html`<div${place === undefined ? NOTHING : html` class="on-${place}"`}><dt>${words.plain(key)}</dt><dd>${value}</dd></div>\n`,
  )
  return html`<dl class="facts">${joinHtml(entries)}</dl>`
}

/** The receipt of an order, below its actions; the script shows the button. */
export const receiptOf = (view: View, { words, url }: Place): Html =>
  html`<div class="part receipt">${factsOf(view, words)}<button type="button" id="print" class="button secondary wide" hidden>${icon('printer')}${words.plain('print_receipt')}</button><p class="on-paper">${words.plain('receipt_note')}<br><bdi ${EXACT}>${url}</bdi></p></div>`

/** The facts below the card, open where there is nothing to pay. */
export const detailsOf = (view: View, words: Words): Html =>
  html`<details class="sheet more"${view.address === undefined ? html` open` : NOTHING}><summary>${words.plain('payment_details')}${icon('chevron-down')}</summary>${factsOf(view, words)}</details>`

/** The column beside the card on wide screens. */
export const summaryOf = (view: View, words: Words): Html =>
  html`<aside class="summary" aria-label="${words.plain('payment_details')}">${view.description === null ? NOTHING : html`<p class="dim"><bdi>${view.description}</bdi></p>`}<p class="total">${moneyOf(view.amount)}</p>${view.hasReceipt ? priceOf(view.price) : factsOf(view, words, false)}</aside>`
