import type { CheckoutMessage } from '../domain/orders/checkout.js'
import { isoTime } from '../domain/shared/iso-time.js'
import { formatUsdt, type Usdt } from '../domain/shared/money.js'
import type { Network } from '../domain/shared/types.js'
import { Html, html, joinHtml, NOTHING } from '../runtime/html.js'
import { qrOf } from './qr.js'
import type { Row, Transaction, View } from './view.js'
import type { WordKey, Words } from './words.js'

/** Where the page is, and the language it is rendered in. */
export interface Place {
  /** Last part of the page's path. Links are relative to it, so that they work under any base path. */
  readonly token: string
  readonly words: Words
  /** The language is in the page's URL, so links keep it. */
  readonly isLanguageAsked: boolean
  readonly languages: readonly Words[]
}

/** The parts of a document besides its style. */
export interface Parts {
  readonly title: string
  /** The `<meta>` elements. */
  readonly head: Html
  readonly body: Html
}

const NETWORK_NAMES: Readonly<Record<Network, string>> = {
  TRC20: 'Tron · TRC20',
  ERC20: 'Ethereum · ERC20',
}
/** Attributes for text that payers compare letter by letter: browser translation also changes numbers and names. */
const EXACT = new Html('dir="ltr" translate="no"')
/** Characters at each end of an address that are emphasised, because people compare these. */
const EMPHASISED = 6
const REFRESH_SECONDS = 15
const STEP_OF: Readonly<Record<Row, 1 | 2 | 3 | undefined>> = {
  pay: 1,
  pay_rest: 1,
  paused: 1,
  pending: 1,
  checking: 1,
  confirming: 2,
  confirming_part: 2,
  final_check: 2,
  late: 2,
  paid: 3,
  expired_paid: 3,
  underpaid: undefined,
  expired: undefined,
  frozen: undefined,
}
const STEPS = ['step_waiting', 'step_confirming', 'step_paid'] as const

/** Renders the page of one view in one language. */
export function pageOf(view: View, place: Place): Parts {
  const { words } = place
  const { row, merchant, hasLogo, isFinal } = view
  const isPayable = view.address !== undefined
  const logo = hasLogo ? html`<img src="${place.token}/logo" alt="">` : NOTHING
  const data = joinHtml([
    html` data-row="${row}" data-received="${formatUsdt(view.received)}" data-now="${view.now}"`,
    isPayable ? html` data-expire="${view.expireAt}"` : NOTHING,
    isFinal ? NOTHING : html` data-live="1"`,
    html` data-five="${words.plain('five_minutes_left')}" data-one="${words.plain('one_minute_left')}"`,
  ])
  return {
    title: `${row === 'paid' ? '✓ ' : ''}${formatUsdt(view.remaining ?? view.amount)} USDT · ${merchant}`,
    head: isFinal ? NOTHING : refreshing,
    body: html`<header>${view.isTest ? html`<p class="ribbon">${words.plain('test_ribbon')}</p>` : NOTHING}
<p class="merchant">${logo}<bdi>${merchant}</bdi></p></header>
<main id="main"${data}>
<h1 id="h1" tabindex="-1">${words.fill(`${row}_heading`)}</h1>
${joinHtml(sentencesOf(view).map((key) => html`<p>${words.fill(key, valuesOf(view))}</p>\n`))}
${stepsOf(view, words)}
${isPayable ? paymentOf(view, words) : NOTHING}
${confirmationsOf(view, words)}
${detailsOf(view, words)}
${view.returnUrl === null ? NOTHING : html`<p><a class="button" href="${view.returnUrl}" rel="noreferrer">${words.plain('back_to_shop')}</a></p>`}
${playsOf(view, place)}
<p id="live" role="status"></p>
</main>
${languagesOf(place)}`,
  }
}

const refreshing = new Html(`<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}"></noscript>`)

const sentencesOf = ({ row, isOverpaid }: View): WordKey[] =>
  isOverpaid ? [`${row}_text`, 'paid_over_text'] : [`${row}_text`]

const valuesOf = (view: View) => ({
  amount: moneyOf(view.amount),
  received: moneyOf(view.received),
  remaining: view.remaining === undefined ? NOTHING : moneyOf(view.remaining),
  missing: view.missing === undefined ? NOTHING : moneyOf(view.missing),
  merchant: html`<bdi>${view.merchant}</bdi>`,
})

/** Writes an amount as wallets do, in every language: the copied amount is the amount to send. */
const moneyOf = (amount: Usdt): Html => html`<bdi ${EXACT}>${formatUsdt(amount)} USDT</bdi>`

function stepsOf({ row }: View, words: Words): Html {
  const current = STEP_OF[row]
  if (current === undefined) return NOTHING
  const items = STEPS.map((key, at) => {
    const mark = at + 1 < current ? html` class="done"` : NOTHING
    const state = at + 1 === current ? html` aria-current="step"` : mark
    return html`<li${state}>${words.plain(key)}</li>`
  })
  return html`<ol class="steps" aria-label="${words.plain('steps')}">${joinHtml(items)}</ol>`
}

function paymentOf(view: View, words: Words): Html {
  const { address = '', remaining = view.amount, row } = view
  const network = html`<bdi ${EXACT}>${NETWORK_NAMES[view.network]}</bdi>`
  const start = address.slice(0, EMPHASISED)
  const end = address.slice(-EMPHASISED)
  const label = row === 'pay_rest' ? 'label_remaining' : 'label_amount'
  return html`<div id="pay">
<h2 class="dim">${words.plain(label)}</h2>
<p class="amount"><bdi ${EXACT}><span id="amount">${formatUsdt(remaining)}</span> USDT</bdi></p>
<p>${copyButton('amount', words)}</p>
<p class="warn">${words.fill('only_on_network', { network })}</p>
<figure>${qrOf(address)}<figcaption class="dim">${words.plain('scan_or_copy')}</figcaption></figure>
<h2 class="dim">${words.plain('label_address')}</h2>
<p><code id="address" ${EXACT}><b>${start}</b>${address.slice(EMPHASISED, -EMPHASISED)}<b>${end}</b></code></p>
<p>${copyButton('address', words)}</p>
<p>${words.fill('exact_amount', { amount: moneyOf(remaining) })}</p>
<dl>
<div><dt>${words.plain('label_pay_before')}</dt><dd>${timeOf(view.expireAt, words)}</dd></div>
<div id="near" hidden><dt>${words.plain('label_time_left')}</dt><dd id="left" dir="ltr"></dd></div>
</dl>
</div>`
}

const copyButton = (part: 'amount' | 'address', words: Words): Html =>
  html`<button type="button" hidden data-copy="${part}" data-copied="${words.plain(`${part}_copied`)}">${words.plain(`copy_${part}`)}</button>`

function confirmationsOf({ confirmations }: View, words: Words): Html {
  if (!confirmations) return NOTHING
  const { count, required } = confirmations
  const text = words.fill('confirmations', {
    count: html`<b id="count">${words.count(count)}</b>`,
    required: words.count(required),
  })
  return html`<p id="confirmations">${text}</p>
<progress id="bar" aria-labelledby="confirmations" value="${count}" max="${required}"></progress>`
}

function detailsOf(view: View, words: Words): Html {
  const { address, description, received, missing, paidAt, contact } = view
  const rows: [WordKey, Html][] = []
  if (address === undefined) rows.push(['label_amount', moneyOf(view.amount)])
  if (received > 0n) rows.push(['label_received', moneyOf(received)])
  if (missing !== undefined) rows.push(['label_missing', moneyOf(missing)])
  if (paidAt !== null) rows.push(['label_paid_at', timeOf(paidAt, words)])
  rows.push(['label_network', html`<bdi ${EXACT}>${NETWORK_NAMES[view.network]}</bdi>`])
  rows.push(['label_order_number', html`<bdi ${EXACT}>${view.orderNumber}</bdi>`])
  if (description !== null) rows.push(['label_description', html`<bdi>${description}</bdi>`])
  for (const transaction of view.transactions) rows.push(['label_transaction', transactionOf(transaction)])
  if (contact)
    rows.push([
      'label_contact',
      html`<a href="${contact.link}" rel="noreferrer"><bdi>${contact.text}</bdi></a>`,
    ])
  const entries = rows.map(([key, value]) => html`<div><dt>${words.plain(key)}</dt><dd>${value}</dd></div>\n`)
  return html`<dl>${joinHtml(entries)}</dl>`
}

const transactionOf = ({ hash, link }: Transaction): Html =>
  link === undefined
    ? html`<bdi ${EXACT}>${hash}</bdi>`
    : html`<a href="${link}" rel="noreferrer"><bdi ${EXACT}>${hash}</bdi></a>`

const timeOf = (at: number, words: Words): Html =>
  html`<time datetime="${isoTime(at)}">${words.instant(at)}</time>`

function playsOf({ plays }: View, { token, words, isLanguageAsked }: Place): Html {
  if (plays.length === 0) return NOTHING
  const query = isLanguageAsked ? `?lang=${words.tag}` : ''
  const buttons = plays.map(
    (play) => html`<button name="action" value="${play}">${words.plain(`test_${play}`)}</button>`,
  )
  return html`<section aria-labelledby="plays"><h2 id="plays">${words.plain('test_panel')}</h2>
<form method="post" action="${token}/simulate${query}">${joinHtml(buttons)}</form></section>`
}

function languagesOf({ words, languages }: Place): Html {
  const others = languages.filter(({ tag }) => tag !== words.tag)
  if (others.length === 0) return NOTHING
  const links = others.map(
    ({ tag, name, direction }) =>
      html`<a href="?lang=${tag}" hreflang="${tag}" lang="${tag}" dir="${direction}">${name}</a>`,
  )
  return html`<footer><details><summary>${words.plain('label_language')}: ${words.name}</summary><nav aria-label="${words.plain('label_language')}">${joinHtml(links)}</nav></details></footer>`
}

/** Renders a page that shows no order. */
export function noticeOf(kind: CheckoutMessage, place: Place): Parts {
  const { words, token, isLanguageAsked } = place
  const page = `../${token}${isLanguageAsked ? `?lang=${words.tag}` : ''}`
  if (kind === 'refused') {
    const link = html`<p><a class="button" href="${page}">${words.plain('test_panel')}</a></p>`
    return messagePage(words.plain('test_refused'), link)
  }
  const textKind = kind === 'not_done' ? 'unavailable' : kind
  const parts = messagePage(
    words.plain(`${textKind}_heading`),
    html`<p>${words.plain(`${textKind}_text`)}</p>`,
  )
  if (textKind !== 'unavailable') return parts
  const next = kind === 'not_done' ? `; url=${page}` : ''
  return { ...parts, head: html`<meta http-equiv="refresh" content="${REFRESH_SECONDS}${next}">` }
}

const messagePage = (title: string, text: Html): Parts => ({
  title,
  head: NOTHING,
  body: html`<main><h1>${title}</h1>${text}</main>`,
})
