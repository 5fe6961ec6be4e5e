import { type Html, html, joinHtml, NOTHING } from '../runtime/html.js'
import { icon } from '../ui/icons.js'
import type { Place } from './place.js'
import type { View } from './view.js'
import type { Words } from './words.js'

/** The merchant as the head of a page shows it. */
type Shown = Pick<View, 'merchant' | 'hasLogo' | 'hasReceipt' | 'contact'>

export const merchantOf = (
  { merchant, hasLogo, hasReceipt, contact }: Shown,
  { token }: Pick<Place, 'token'>,
): Html =>
  html`<p class="merchant">${
    hasLogo
      ? html`<img src="${token}/logo" alt="">`
      : html`<span class="initial" aria-hidden="true">${[...merchant][0] ?? ''}</span>`
  }<bdi>${merchant}</bdi>${hasReceipt && contact ? html`<small class="on-paper"><bdi>${contact.text}</bdi></small>` : NOTHING}</p>`

/** The list of the other languages. */
export function languagesOf({ words, languages, isStaying }: Place): Html {
  const others = languages.filter(({ tag }) => tag !== words.tag)
  if (others.length === 0) return NOTHING
  const links = others.map(
    ({ tag, name, direction }) =>
      html`<a href="?lang=${tag}${isStaying ? '&stay' : ''}" hreflang="${tag}" lang="${tag}" dir="${direction}">${name}</a>`,
  )
  const label = words.plain('label_language')
  return html`<details class="languages"><summary>${icon('globe')}<span class="only-read">${label}: </span>${words.name}</summary><nav aria-label="${label}">${joinHtml(links)}</nav></details>`
}

/** The foot of every page. */
export const footerOf = (words: Words): Html =>
  html`<footer>${words.fill('powered_by', { product: html`<bdi translate="no">MerchantPay</bdi>` })}</footer>`
