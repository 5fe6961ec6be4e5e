import type { CheckoutMessage, RefundAddressForm } from '../domain/orders/checkout.js'
import { formatUsdt } from '../domain/shared/money.js'
import { Html, html, joinHtml, NOTHING } from '../runtime/html.js'
import { type IconName, icon } from '../ui/icons.js'
import { toast } from '../ui/notice.js'
import { ribbon } from '../ui/shell.js'
import type { Tone } from '../ui/tokens.js'
import { actionsOf, plainReturnOf, returnsFrom } from './actions.js'
import { detailsOf, receiptOf, summaryOf } from './details.js'
import { EXACT } from './exact.js'
import { footerOf, languagesOf, merchantOf } from './header.js'
import { heroOf } from './hero.js'
import { feeNoteOf, paymentOf } from './payment.js'
import { type Parts, type Place, REFRESH_SECONDS } from './place.js'
import { refundAddressOf } from './refund-address.js'
import { testPanelOf } from './test-panel.js'
import type { Row, View } from './view.js'
import type { Words } from './words.js'

const STEPS = ['step_waiting', 'step_confirming', 'step_paid'] as const
/** Rows that wait for a payment. */
const WAITING: ReadonlySet<Row> = new Set(['pay', 'pay_rest', 'paused', 'pending'])

/** Renders the page of one view in one language. */
export function pageOf(view: View, place: Place, form?: RefundAddressForm): Parts {
  const { words } = place
  const { row, merchant, isFinal, hasReceipt } = view
  const isPayable = view.address !== undefined
  const data = joinHtml([
    html` data-row="${row}" data-received="${formatUsdt(view.received)}" data-now="${view.now}"`,
    isPayable ? html` data-expire="${view.expireAt}"` : NOTHING,
    isFinal ? NOTHING : html` data-live="1"`,
    html` data-five="${words.plain('five_minutes_left')}" data-one="${words.plain('one_minute_left')}"`,
  ])
  return {
    title: `${row === 'paid' ? '✓ ' : ''}${formatUsdt(view.remaining ?? view.amount)} USDT · ${merchant}`,
    head: headOf(view, place),
    body: html`${view.isTest ? ribbon(words.plain('test_ribbon')) : NOTHING}
<header>${merchantOf(view, place)}${hasReceipt ? html`<p class="on-paper"><b>${words.plain('receipt')}</b><small ${EXACT}>${view.orderNumber}</small></p>` : NOTHING}${languagesOf(place)}</header>
${summaryOf(view, words)}
<main id="main"${data}>
<div class="sheet">${heroOf(view, words)}${paymentOf(view, words)}${actionsOf(view, place)}${refundAddressOf(view, place, form)}${hasReceipt ? receiptOf(view, place) : NOTHING}</div>
${isPayable ? feeNoteOf(view, words) : NOTHING}${WAITING.has(row) ? stepsOf(words) : NOTHING}
${hasReceipt ? NOTHING : detailsOf(view, words)}
${testPanelOf(view, place)}
${toast}
</main>
${footerOf(words)}`,
  }
}

const refreshing = new Html(`<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}"></noscript>`)

function headOf(view: View, place: Place): Html {
  // A page that loads again would empty the field.
  if (view.refundAddresses.isAsked) return NOTHING
  if (!view.isFinal) return refreshing
  return returnsFrom(view, place) ? plainReturnOf(view) : NOTHING
}

const stepsOf = (words: Words): Html =>
  html`<ol class="steps" aria-label="${words.plain('steps')}">${joinHtml(
    STEPS.map(
      (key, at) => html`<li${at === 0 ? html` aria-current="step"` : NOTHING}>${words.plain(key)}</li>`,
    ),
  )}</ol>`

const NOTICE_EMBLEMS: Readonly<Record<CheckoutMessage, readonly [Tone, IconName]>> = {
  not_found: ['grey', 'search'],
  too_large: ['warn', 'warning'],
  busy: ['warn', 'clock'],
  unavailable: ['warn', 'loop'],
  not_done: ['warn', 'loop'],
  refused: ['warn', 'flask'],
}

/** Renders a page that shows no order. @param path of the page to go back to, seen from the address of its forms */
export function noticeOf(kind: CheckoutMessage, place: Place, path = `../${place.token}`): Parts {
  const { words, isLanguageAsked } = place
  const page = `${path}${isLanguageAsked ? `?lang=${words.tag}` : ''}`
  if (kind === 'refused') {
    const link = html`<a class="button primary" href="${page}">${words.plain('test_panel')}</a>`
    return messagePage(kind, words.plain('test_refused'), link)
  }
  const textKind = kind === 'not_done' ? 'unavailable' : kind
  const text = html`<p>${words.plain(`${textKind}_text`)}</p>`
  const parts = messagePage(kind, words.plain(`${textKind}_heading`), text)
  if (textKind !== 'unavailable') return parts
  const next = kind === 'not_done' ? `; url=${page}` : ''
  return { ...parts, head: html`<meta http-equiv="refresh" content="${REFRESH_SECONDS}${next}">` }
}

function messagePage(kind: CheckoutMessage, title: string, text: Html): Parts {
  const [tone, name] = NOTICE_EMBLEMS[kind]
  const body = html`<main class="alone"><div class="sheet"><div class="hero"><div class="emblem tone-${tone}">${icon(name)}</div><h1>${title}</h1>${text}</div></div></main>`
  return { title, head: NOTHING, body }
}
