import type { LinkForm } from '../domain/links/link-pages.js'
import type { Conversion } from '../domain/rates/conversion.js'
import { formatPrice, priceText, rateText } from '../domain/rates/price.js'
import { DomainError } from '../domain/shared/errors.js'
import { formatUsdt } from '../domain/shared/money.js'
import { ORDER_AMOUNT_ABOVE } from '../domain/shared/policy.js'
import { amountForField } from '../domain/shared/typed-amount.js'
import { descriptionOf } from '../networks/networks.js'
import { type Html, html, joinHtml, NOTHING } from '../runtime/html.js'
import { attributes } from '../ui/attributes.js'
import { field, hiddenField } from '../ui/fields.js'
import { icon } from '../ui/icons.js'
import { ribbon } from '../ui/shell.js'
import { chainOf, EXACT, largeMoneyOf, largePriceOf, moneyOf, timeOf } from './exact.js'
import { footerOf, languagesOf, merchantOf } from './header.js'
import type { LinkView, OfferedNetwork } from './link-facts.js'
import type { Parts, Place } from './place.js'
import type { Words } from './words.js'

const FEES = { low: 'link_fee_low', varies: 'link_fee_varies' } as const

/** The faults of a form that was sent. */
export interface Faults {
  readonly form?: LinkForm
  readonly isNetworkGone?: boolean
  readonly isAmountWrong?: boolean
}

interface FormState {
  readonly visitor: string
  readonly faults: Faults
}

/** Renders the page on which a payer chooses the network, and the amount of a CUSTOM link. It needs no script. */
export function formPageOf(view: LinkView, place: Place, { visitor, faults }: FormState): Parts {
  const { words, token, isLanguageAsked } = place
  const action = `${token}${isLanguageAsked ? `?lang=${words.tag}` : ''}`
  return {
    title: titleOf(view),
    head: chatCardOf(view, place),
    body: linkBody(
      view,
      place,
      html`${summaryOf(view, words)}
<main id="main"><h1 class="only-read">${titleOf(view)}</h1><form class="sheet" method="post" action="${action}">${hiddenField('visitor', visitor)}<div class="part top">${headOf(view)}${amountField(view, words, faults)}</div>
<div class="part">${networksOf(view, words, faults)}${payButton(view, words)}<p class="wallet dim">${icon('info')}<span>${noteOf(view, words)}</span></p></div></form>${askOf(view, words)}</main>`,
    ),
  }
}

/**
 * The card that a chat shows of the link: the shop, the amount and its logo. The address of the logo is that of the page, so
 * nothing tells anyone else that the card was shown.
 */
function chatCardOf(view: LinkView, { url }: Place): Html {
  const { merchant, hasLogo, link } = view
  const facts: (readonly [property: string, content: string | null])[] = [
    ['type', 'website'],
    ['site_name', merchant],
    ['title', titleOf(view)],
    ['description', link.description],
    ['url', url],
    ['image', hasLogo ? `${url}/logo` : null],
  ]
  return joinHtml(
    facts.map(([property, content]) =>
      content === null ? NOTHING : html`<meta${attributes({ property: `og:${property}`, content })}>\n`,
    ),
  )
}

/** The frame of every page of a link. */
export const linkBody = (view: LinkView, place: Place, main: Html): Html =>
  html`${view.isTest ? ribbon(place.words.plain('test_ribbon')) : NOTHING}
<header>${merchantOf({ ...view, hasReceipt: false }, place)}${languagesOf(place)}</header>
${main}
${footerOf(place.words)}`

export function titleOf({ link: { amount, price }, merchant }: LinkView): string {
  if (price) return `${priceText(price)} · ${merchant}`
  return amount === null ? merchant : `${formatUsdt(amount)} USDT · ${merchant}`
}

export const forOf = ({ link: { description } }: LinkView): Html =>
  description === null ? NOTHING : html`<p class="for dim"><bdi>${description}</bdi></p>`

/** The purpose and the amount. The summary beside the form shows it on wide screens. */
const headOf = (view: LinkView): Html => html`<div class="head">${forOf(view)}${totalOf(view)}</div>`

function totalOf(view: LinkView): Html {
  const { amount, price } = view.link
  if (price) return html`${largePriceOf(price)}${approximateOf(view)}`
  return amount === null ? NOTHING : largeMoneyOf(amount)
}

/** The amount and the rate of a price, which are fixed when the payer goes on. */
function approximateOf(view: LinkView): Html {
  const conversion = convertedOf(view)
  return conversion
    ? html`<p class="price dim"><bdi ${EXACT}>≈ ${formatUsdt(conversion.amount)} USDT</bdi><br><small><bdi ${EXACT}>${rateText(conversion.price)}</bdi></small></p>`
    : NOTHING
}

/** Where there is no conversion, the page is no form. */
const convertedOf = ({ conversion }: LinkView): Conversion | undefined =>
  conversion instanceof DomainError ? undefined : conversion

function noteOf(view: LinkView, words: Words): Html {
  const time = words.minutes(view.windowMs / 1_000)
  const note = words.fill('link_note', { time })
  return view.link.price ? html`${note} ${words.fill('link_rate_fixed', { time })}` : note
}

function summaryOf(view: LinkView, words: Words): Html {
  const { link, contact } = view
  const facts = [
    ...(link.expiresAt === null ? [] : [['link_valid_until', timeOf(link.expiresAt, words)] as const]),
    ...(contact
      ? ([
          ['label_contact', html`<a href="${contact.link}" rel="noreferrer"><bdi>${contact.text}</bdi></a>`],
        ] as const)
      : []),
  ]
  const entries = facts.map(([key, value]) => html`<div><dt>${words.plain(key)}</dt><dd>${value}</dd></div>`)
  return html`<aside class="summary" aria-label="${words.plain('payment_details')}">${forOf(view)}${sumOf(view)}<dl class="facts">${joinHtml(entries)}</dl></aside>`
}

function sumOf(view: LinkView): Html {
  const { amount, price } = view.link
  if (price) return html`${totalLine(formatPrice(price), price.currency)}${approximateOf(view)}`
  return amount === null ? NOTHING : totalLine(formatUsdt(amount), 'USDT')
}

const totalLine = (figure: string, unit: string): Html =>
  html`<p class="total"><bdi ${EXACT}>${figure} <small>${unit}</small></bdi></p>`

/** The contact below the form, on screens without the summary. */
const askOf = ({ contact }: LinkView, words: Words): Html =>
  contact
    ? html`<p class="ask dim">${words.plain('label_contact')}: <a href="${contact.link}" rel="noreferrer"><bdi>${contact.text}</bdi></a></p>`
    : NOTHING

function amountField({ link, current }: LinkView, words: Words, { form, isAmountWrong }: Faults): Html {
  if (link.amountMode === 'FIXED') return NOTHING
  const limits = [
    link.amountMin === null
      ? words.fill('link_more_than', { amount: moneyOf(ORDER_AMOUNT_ABOVE) })
      : words.fill('link_at_least', { amount: moneyOf(link.amountMin) }),
    ...(link.amountMax === null ? [] : [words.fill('link_at_most', { amount: moneyOf(link.amountMax) })]),
  ]
  return field({
    name: 'amount',
    label: words.plain('label_amount'),
    value: form?.amount ?? (current ? amountForField(current.amount) : ''),
    unit: 'USDT',
    hint: html`${joinHtml(limits.map((text) => html`${text} `))}`,
    ...(isAmountWrong && { error: words.plain('link_amount_wrong') }),
    attributes: { required: true, inputmode: 'decimal', autocomplete: 'off', dir: 'ltr', maxlength: 32 },
  })
}

/** The network that was chosen last is chosen, else the first. */
function networksOf({ networks, current }: LinkView, words: Words, { form, isNetworkGone }: Faults): Html {
  const last = form?.network ?? current?.network
  const chosen = networks.find(({ network }) => network === last) ?? networks[0]
  const fault = isNetworkGone
    ? html`<p class="error" id="network-error" role="alert">${words.plain('link_network_gone')}</p>`
    : NOTHING
  return html`<fieldset class="pick"${attributes({ 'aria-describedby': isNetworkGone ? 'network-error' : undefined })}><legend>${words.plain('link_choose')}</legend>${fault}${joinHtml(
    networks.map((offered) => optionOf(offered, words, offered === chosen)),
  )}</fieldset>`
}

function optionOf({ network, usualMs }: OfferedNetwork, words: Words, isChosen: boolean): Html {
  const { payerFee } = descriptionOf(network)
  const arrives =
    usualMs === undefined
      ? NOTHING
      : html`<li>${icon('clock')}<span>${words.fill('link_arrives', { time: html`<b>${words.minutes(usualMs / 1_000)}</b>` })}</span></li>`
  return html`<label class="pick-one"><input type="radio" required${attributes({ name: 'network', value: network, checked: isChosen })}><strong>${chainOf(network)} <small ${EXACT}>${network}</small></strong><ul>${arrives}<li>${icon('wallet')}<span>${words.plain(FEES[payerFee])}</span></li></ul></label>`
}

/** Names the chosen network where the browser can tell it, see the style. */
const payButton = ({ networks }: LinkView, words: Words): Html =>
  html`<button class="button primary wide go"><span class="any">${words.plain('link_continue')}</span>${joinHtml(
    networks.map(
      ({ network }) =>
        html`<span class="on" data-network="${network}">${words.fill('link_pay_on', { network: chainOf(network) })}</span>`,
    ),
  )}${icon('arrow-right')}</button>`
