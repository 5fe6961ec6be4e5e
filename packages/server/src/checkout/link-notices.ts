import { type Html, html, joinHtml, NOTHING } from '../runtime/html.js'
import { type IconName, icon } from '../ui/icons.js'
import type { Tone } from '../ui/tokens.js'
import { EXACT, largeMoneyOf, networkOf, priceOf, timeOf } from './exact.js'
import type { LinkView } from './link-facts.js'
import { forOf, linkBody, titleOf } from './link-form.js'
import type { Parts, Place } from './place.js'
import type { WordKey, Words } from './words.js'

/** The receipt of a ONCE link: its payments, and a word about a second one. */
export function paidPageOf(view: LinkView, place: Place): Parts {
  const { words } = place
  const [first] = view.paid
  const isTwice = view.paid.length > 1
  const sentence = isTwice
    ? words.fill('link_paid_twice', { merchant: html`<bdi>${view.merchant}</bdi>` })
    : words.fill('paid_text')
  const amount = first ? html`${largeMoneyOf(first.amount)}${priceOf(first.price)}` : NOTHING
  const receipts = view.paid.map((order) => receiptOf(order, place))
  const main = heroOf(
    isTwice ? ['warn', 'warning'] : ['ok', 'check'],
    words.plain('paid_heading'),
    html`${amount}${forOf(view)}<p>${sentence}</p>`,
  )
  return page(`✓ ${titleOf(view)}`, view, place, html`${main}${joinHtml(receipts)}`)
}

function receiptOf(order: LinkView['paid'][number], { words, isLanguageAsked }: Place): Html {
  const facts: [WordKey, Html][] = [
    ['label_paid_at', timeOf(order.paidAt ?? order.updatedAt, words)],
    ['label_network', networkOf(order.network)],
    ['label_order_number', html`<bdi ${EXACT}>${order.orderNumber}</bdi>`],
  ]
  const entries = facts.map(([key, value]) => html`<div><dt>${words.plain(key)}</dt><dd>${value}</dd></div>`)
  const href = `../pay/${order.checkoutToken}?stay${isLanguageAsked ? `&lang=${words.tag}` : ''}`
  return html`<div class="part receipt"><dl class="facts">${joinHtml(entries)}</dl><a class="button secondary wide" href="${href}">${icon('receipt')}${words.plain('receipt')}</a></div>`
}

/** The page of a link that is CLOSED or EXPIRED. */
export function endedPageOf(view: LinkView, place: Place): Parts {
  const { words } = place
  const heading = view.status === 'EXPIRED' ? 'link_expired_heading' : 'link_closed_heading'
  const text = words.fill('link_ended_text', { merchant: html`<bdi>${view.merchant}</bdi>` })
  const main = heroOf(['grey', 'clock'], words.plain(heading), html`${forOf(view)}<p>${text}</p>`)
  return page(titleOf(view), view, place, html`${main}${contactOf(view, words)}`)
}

/**
 * The page while no payment can be taken: too many are open, no network can take one, or the price cannot be converted.
 *
 * @param currency the one without a usable rate
 */
export function laterPageOf(view: LinkView, place: Place, currency?: string): Parts {
  const { words } = place
  const reason =
    currency === undefined
      ? words.plain('link_later_text')
      : words.fill('link_rate_missing', { currency: html`<bdi ${EXACT}>${currency}</bdi>` })
  const text = html`${forOf(view)}<p>${reason}</p>`
  const main = heroOf(['warn', 'clock'], words.plain('link_later_heading'), text)
  return page(titleOf(view), view, place, html`${main}${contactOf(view, words)}`)
}

const page = (title: string, view: LinkView, place: Place, sheet: Html): Parts => ({
  title,
  head: NOTHING,
  body: linkBody(view, place, html`<main class="alone" id="main"><div class="sheet">${sheet}</div></main>`),
})

const heroOf = ([tone, name]: readonly [Tone, IconName], heading: string, text: Html): Html =>
  html`<div class="hero"><div class="emblem tone-${tone}">${icon(name)}</div><h1>${heading}</h1>${text}</div>`

const contactOf = ({ contact }: LinkView, words: Words): Html =>
  contact
    ? html`<div class="part"><dl class="facts"><div><dt>${words.plain('label_contact')}</dt><dd><a href="${contact.link}" rel="noreferrer"><bdi>${contact.text}</bdi></a></dd></div></dl></div>`
    : NOTHING
