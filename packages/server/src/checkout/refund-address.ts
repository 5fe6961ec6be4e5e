import type { RefundAddressForm } from '../domain/orders/checkout.js'
import { MOST_REFUND_ADDRESSES } from '../domain/orders/refund-addresses.js'
import { type Html, html, joinHtml, NOTHING } from '../runtime/html.js'
import { field } from '../ui/fields.js'
import { chainOf, EXACT, timeOf } from './exact.js'
import type { Place } from './place.js'
import type { View } from './view.js'
import type { Words } from './words.js'

/** Characters of each end of an address that was left: enough to know one's own, and too few to take it for one to pay. */
const SHOWN = 6

/** Asks for an address to which the money may go back, and lists those that were left. */
export function refundAddressOf(view: View, place: Place, form?: RefundAddressForm): Html {
  const { left, isAsked } = view.refundAddresses
  if (!isAsked) return NOTHING
  const { words } = place
  const merchant = html`<bdi>${view.merchant}</bdi>`
  const isFull = left.length >= MOST_REFUND_ADDRESSES
  const asked = isFull
    ? html`<p class="dim">${words.fill('refund_address_full', { merchant })}</p>`
    : formOf(view, place, form)
  return html`<details class="part refund"${form || left.length > 0 ? html` open` : NOTHING}><summary>${words.plain('refund_address_heading')}</summary><p class="dim">${words.fill('refund_address_text', { merchant })}</p>${listOf(view, words)}${asked}</details>`
}

function formOf(view: View, { words, token, isLanguageAsked }: Place, form?: RefundAddressForm): Html {
  const query = isLanguageAsked ? `?lang=${words.tag}` : ''
  const network = chainOf(view.network)
  const typed = field({
    name: 'refund_address',
    label: html`${words.plain('label_address')}, ${network}`,
    value: form?.address ?? '',
    ...(form?.fault === 'invalid' && { error: words.fill('refund_address_wrong', { network }) }),
    attributes: {
      required: true,
      maxlength: 128,
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      dir: 'ltr',
    },
  })
  return html`<form method="post" action="${token}/refund-address${query}">${typed}<button class="button secondary wide">${words.plain('refund_address_send')}</button></form>`
}

function listOf({ refundAddresses: { left } }: View, words: Words): Html {
  if (left.length === 0) return NOTHING
  const entries = left.map(
    ({ address, leftAt }) =>
      html`<li><bdi class="mono" ${EXACT}>${address.slice(0, SHOWN)}…${address.slice(-SHOWN)}</bdi> <span class="dim">${timeOf(leftAt, words)}</span></li>`,
  )
  return html`<p>${words.plain('refund_address_left')}</p><ul>${joinHtml(entries)}</ul>`
}
