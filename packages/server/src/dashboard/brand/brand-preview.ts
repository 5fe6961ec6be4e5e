import { type Html, html, NOTHING } from '../../runtime/html.js'
import { attributes, type Content } from '../../ui/attributes.js'
import { icon } from '../../ui/icons.js'
import type { Visit } from '../visit.js'
import type { BrandDraft } from './brand-draft.js'
import { logoImage } from './logo-picture.js'

/** Chooses between day and night, without a script. */
export const modeChoice = (visit: Visit): Html =>
  html`<div class="mode"><label><input type="radio" name="mode" id="mode-day" checked> ${visit.plain('by_day')}</label><label><input type="radio" name="mode" id="mode-night"> ${visit.plain('by_night')}</label></div>`

/** Checkout, receipt and mail with a brand, as far as it shows. */
export function preview(visit: Visit, { name, support }: BrandDraft): Html {
  const sum = html`<p class="sum" dir="ltr">23.14 <small>USDT</small></p>`
  const who = payeeOf(visit, name)
  const contact = html`<p class="dim"${attributes({ hidden: support === '' })}>${visit.text('contact')}<br><bdi dir="ltr" translate="no" data-shows="support">${support}</bdi></p>`
  return html`<div class="look"><figure><figcaption>${visit.text('checkout_page')}</figcaption>${who}<div><p class="line"><span>${visit.text('preview_waiting')}</span><span dir="ltr">24:37</span></p><p class="bar"></p><p class="caution">${visit.text('preview_only')}</p>${sum}<p class="fake">${icon('copy')} ${visit.text('preview_copy')}</p></div></figure><figure><figcaption>${visit.text('receipt')}</figcaption><div class="slip">${who}${sum}<p class="dim">${visit.text('network')}<br>Tron · TRC20</p>${contact}</div></figure>${mailPreview(
    name,
    {
      caption: visit.plain('preview_mail'),
      text: visit.text('preview_mail_text', { amount: html`<bdi dir="ltr">23.14</bdi>` }),
      open: visit.plain('preview_open'),
    },
  )}</div>`
}

/** The shop as payers see it, above a page. */
export function payeeOf(visit: Visit, name: string): Html {
  const mark = visit.brand.hasLogo
    ? logoImage(visit)
    : html`<span aria-hidden="true" data-shows="initial">${[...name][0] ?? ''}</span>`
  return html`<p class="who">${mark}<bdi data-shows="name">${name}</bdi></p>`
}

interface PreviewedMail {
  /** Above the mail. */
  readonly caption: Content
  readonly text: Content
  readonly open: string
  /** Below, the link that stops such mails. */
  readonly stop?: string
}

/** A mail to a person of a shop, which has no pictures. */
export const mailPreview = (name: string, { caption, text, open, stop }: PreviewedMail): Html =>
  html`<figure class="wide"><figcaption>${caption}</figcaption><div class="slip"><p class="who"><bdi data-shows="name">${name}</bdi></p><p>${text}</p><p class="fake">${open}</p>${stop === undefined ? NOTHING : html`<p class="dim">${stop}</p>`}</div></figure>`
