import { linkStatus, linkUrl, type PaymentLink } from '../../domain/links/payment-link.js'
import { getPaymentLink } from '../../domain/links/payment-links.js'
import { DomainError } from '../../domain/shared/errors.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { button, buttonLink } from '../../ui/button.js'
import { documentOf, policyFor } from '../../ui/document.js'
import { money, priceFigure } from '../../ui/figures.js'
import { qrOf } from '../../ui/qr.js'
import { segments } from '../../ui/tabs.js'
import { day } from '../frame/times.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { PAPER_NAMES, type Paper, posterScript, posterStyles } from './poster-style.js'

/** Characters of an amount that fit on the widest line. */
const LONG = 14
const STEPS = ['poster_scan', 'poster_choose', 'poster_send'] as const

/** Whether a link has a poster: one that is paid once has no use for it. */
export const hasPoster = (link: PaymentLink, now: number): boolean =>
  link.uses === 'MANY' && linkStatus(link, now) === 'OPEN'

/** A sheet of paper with the code of a link, in the colours of the merchant. */
export const posterPage: ReadPage = async (tx, visit) => {
  const link = await getPaymentLink(tx, visit.caller, visit.param('id'))
  if (!hasPoster(link, visit.now)) throw new DomainError('payment_link_not_found')
  const { brand } = visit
  const paper = PAPER_NAMES.find((each) => each === visit.query('paper')) ?? 'a5'
  const name = brand.name ?? visit.caller.merchant.name
  const styles = posterStyles(paper, brand.accent)
  const script = posterScript()
  const text = documentOf({
    language: visit.words.tag,
    direction: visit.words.direction,
    title: `${visit.plain('poster')} · ${name}`,
    styles,
    body: html`${barOf(visit, link, paper)}${sheetOf(visit, link, { name, hasLogo: brand.hasLogo })}`,
    script,
  })
  return {
    kind: 'page',
    status: 200,
    html: text,
    policy: policyFor({ styles, scripts: [script], hasForms: true, hasImages: true }),
  }
}

const barOf = (visit: Visit, { id }: PaymentLink, paper: Paper): Html =>
  html`<header class="bar">${buttonLink({ text: visit.plain('payment_link'), icon: 'arrow-left', href: visit.href(`/links/${id}`) })}${segments(
    visit.plain('poster'),
    PAPER_NAMES.map((each) => ({
      href: visit.href(`/links/${id}/poster`, { paper: each }),
      text: each.toUpperCase(),
      isHere: each === paper,
    })),
  )}${button({
    text: visit.plain('print'),
    kind: 'primary',
    icon: 'printer',
    attributes: { type: 'button', 'data-print': '', hidden: true },
  })}</header>`

function sheetOf(
  visit: Visit,
  link: PaymentLink,
  { name, hasLogo }: { readonly name: string; readonly hasLogo: boolean },
): Html {
  const url = linkUrl(visit.services.settings.publicUrl(), link)
  const [figure = '', unit = ''] = amountParts(visit, link)
  const amount = html`<bdi>${figure} <small>${unit}</small></bdi>`
  const isLong = `${figure} ${unit}`.length > LONG
  const until =
    link.expiresAt === null
      ? NOTHING
      : html` ${visit.text('poster_until', { day: day(visit, link.expiresAt) })}`
  const steps = STEPS.map((key, at) => html`<li><b>${at + 1}</b>${visit.text(key)}</li>`)
  return html`<main class="poster"><header>${hasLogo ? html`<img src="/link/${link.token}/logo" alt="">` : NOTHING}<strong><bdi>${name}</bdi></strong></header>
<div>${visit.environment === 'test' ? html`<p class="test">${visit.plain('test_ribbon')}</p>` : NOTHING}${link.description === null ? NOTHING : html`<p class="for"><bdi>${link.description}</bdi></p>`}<p class="sum${isLong ? ' long' : ''}">${amount}</p><div class="code">${qrOf(url)}</div><h1>${visit.text('poster_title')}</h1><ol>${joinHtml(steps)}</ol></div>
<footer><p class="mono" dir="ltr" translate="no">${url.replace(/^https?:\/\//, '')}</p><p>${visit.text('poster_check')}${until}</p></footer></main>`
}

/** The amount or the price with its unit, which is set smaller; the words of a link whose payer chooses. */
function amountParts(visit: Visit, { amount, price }: PaymentLink): readonly string[] {
  if (price) return [priceFigure(price), price.currency]
  return amount === null ? [visit.plain('poster_amount')] : [money(amount), 'USDT']
}
