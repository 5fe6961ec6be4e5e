import { type Html, html, NOTHING } from '../runtime/html.js'
import { icon } from '../ui/icons.js'
import { numberOf } from './payment.js'
import type { Place } from './place.js'
import type { Row, View } from './view.js'

/** A page that loads within this time of the payment leads back to the shop by itself. */
const RETURN_MS = 120_000
const RETURN_SECONDS = 5
/** Without a script the page cannot be stopped by a touch, so it waits longer. */
const RETURN_SECONDS_PLAIN = 20

/** Whether the page leads back to the shop by itself. */
export const returnsFrom = (view: View, { isStaying }: Place): boolean =>
  view.row === 'paid' &&
  !view.refundAddresses.isAsked &&
  view.returnUrl !== null &&
  !isStaying &&
  view.now - (view.paidAt ?? 0) < RETURN_MS

/** Leads back without a script. */
export const plainReturnOf = ({ returnUrl }: View): Html =>
  html`<noscript><meta http-equiv="refresh" content="${RETURN_SECONDS_PLAIN}; url=${returnUrl ?? ''}"></noscript>`

/** Rows that lead back to the shop. While a payment is asked for or confirmed the payer stays. */
const WITH_BACK: ReadonlySet<Row> = new Set([
  'paid',
  'expired_paid',
  'underpaid',
  'accepted',
  'expired',
  'checking',
  'paused',
  'pending',
])

/** Renders the actions of a row: mail, another order of the link, back to the shop, stay here. */
export function actionsOf(view: View, place: Place): Html {
  const { row, returnUrl } = view
  const { words } = place
  const asks = row === 'underpaid' || row === 'frozen'
  const mail = asks ? mailOf(view, place) : NOTHING
  const kind = mail === NOTHING && view.linkToken === undefined ? 'primary' : 'secondary'
  const isLeft = returnUrl !== null && WITH_BACK.has(row)
  const back = isLeft ? backOf(returnUrl, kind, returnsFrom(view, place), place) : NOTHING
  const again = againOf(view, place)
  if (mail === NOTHING && back === NOTHING && again === NOTHING) return NOTHING
  return html`${row === 'underpaid' ? numberOf(view, words) : NOTHING}<div class="part actions">${mail}${again}${back}</div>`
}

/** Leads from an expired order to the payment link that it was opened from. */
function againOf({ linkToken }: View, { words, isLanguageAsked }: Place): Html {
  if (linkToken === undefined) return NOTHING
  const href = `../link/${linkToken}${isLanguageAsked ? `?lang=${words.tag}` : ''}`
  return html`<a class="button primary wide" href="${href}">${words.plain('link_again')}</a>`
}

function mailOf({ contact, merchant, orderNumber }: View, { words }: Place): Html {
  if (!contact) return NOTHING
  const isMail = contact.link.startsWith('mailto:')
  const href = isMail ? `${contact.link}?subject=${encodeURIComponent(orderNumber)}` : contact.link
  const text = isMail
    ? words.fill('mail_merchant', { merchant: html`<bdi>${merchant}</bdi>` })
    : html`${words.plain('label_contact')}`
  return html`<a class="button primary wide" href="${href}" rel="noreferrer">${icon('mail')}<span>${text}</span></a>`
}

function backOf(returnUrl: string, kind: string, returns: boolean, place: Place): Html {
  const { words, isLanguageAsked } = place
  const plain = words.plain('back_to_shop')
  if (!returns) return html`<a class="button ${kind} wide" href="${returnUrl}" rel="noreferrer">${plain}</a>`
  const counting = words.fill('back_in', { n: html`<span id="in">${words.count(RETURN_SECONDS)}</span>` })
  const stay = `?stay${isLanguageAsked ? `&lang=${words.tag}` : ''}`
  return html`<a id="back" class="button ${kind} wide" href="${returnUrl}" rel="noreferrer"><span>${plain}</span><span hidden>${counting}</span></a>
<a id="stay" class="button quiet wide" href="${stay}">${words.plain('stay')}</a>`
}
