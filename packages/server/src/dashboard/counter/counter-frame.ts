import type { Brand } from '../../domain/merchants/brand.js'
import type { OnChainOrder } from '../../domain/orders/order.js'
import type { PageReply } from '../../domain/sessions/pages.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { accentStyle } from '../../ui/accent-style.js'
import { attributes } from '../../ui/attributes.js'
import { initials } from '../../ui/brand.js'
import { buttonLink } from '../../ui/button.js'
import { documentOf, policyFor } from '../../ui/document.js'
import { money, NETWORK_NAMES, number } from '../../ui/figures.js'
import { icon } from '../../ui/icons.js'
import { ribbon } from '../../ui/shell.js'
import { exactTime } from '../frame/times.js'
import { paidToday } from '../home/paid-chart.js'
import { checkoutUrl } from '../orders/own-order.js'
import type { Visit } from '../visit.js'
import { counterScript, counterStyle } from './counter-assets.js'

const REFRESH_SECONDS = 10

/** The facts that a display shows below a payment. */
export interface PaidDisplay {
  /** The payments of the day with their sum. */
  readonly today: string
  /** URL of the receipt. */
  readonly receipt: string
}

/** Reads it for an order that is paid. */
export async function readPaid(tx: Tx, visit: Visit, order: OnChainOrder): Promise<PaidDisplay> {
  const { paid, orders } = await paidToday(tx, visit)
  return {
    today: `${visit.words.say('paid_today', { n: number(orders) })} ${money(paid)} USDT`,
    receipt: checkoutUrl(visit, order),
  }
}

/** A payment as one line: number, network, and that it is confirmed. */
export const paidFact = (visit: Visit, { orderNumber, network }: OnChainOrder): string =>
  `${orderNumber} · ${NETWORK_NAMES[network]} · ${visit.plain('counter_confirmed')}`

interface CounterOptions {
  readonly brand: Brand
  /** Path of the logo. */
  readonly logo: string
  /** Before the name of the shop. */
  readonly title: string
  /** Attributes that the script reads. */
  readonly data: Readonly<Record<string, string | number>>
  /** The states of the display, of which one is shown. */
  readonly parts: Html
  /** At the beginning of the footer. */
  readonly ways: Html
  /** The payment that the display shows; undefined before there is one. */
  readonly paid: PaidDisplay | undefined
  /** At its end, before the buttons of the display. */
  readonly end: Html
}

/** A display for the customer at a counter, without the menu of the dashboard. */
export function counterFrame(
  visit: Visit,
  { brand, logo, title, data, parts, ways, paid, end }: CounterOptions,
): Extract<PageReply, { kind: 'page' }> {
  const name = brand.name ?? visit.caller.merchant.name
  const mark = brand.hasLogo ? html`<img src="${logo}" alt="">` : initials(name)
  const clock = exactTime(visit, visit.now)
  const receipt = buttonLink({
    text: visit.plain('receipt'),
    icon: 'printer',
    href: paid?.receipt ?? '',
    attributes: { 'data-paper': true, hidden: !paid, rel: 'noreferrer', target: '_blank' },
  })
  const body = html`${visit.environment === 'test' ? ribbon(visit.plain('test_ribbon')) : NOTHING}<main class="counter" id="main"${attributes({ ...data, 'data-clock': clock, 'data-today': paid?.today ?? '', 'data-receipt': paid?.receipt ?? '' })}>
<header>${mark}<strong><bdi>${name}</bdi></strong><h1 class="only-read">${visit.text('counter')}</h1><span class="state"><span data-stale hidden>${icon('loop')} ${visit.text('not_connected')}</span><span data-connected hidden>${visit.text('connected')}</span><time data-clock title="${visit.zone.name}">${clock}</time></span></header>
${parts}
<footer>${ways}<strong data-line>${paid?.today ?? ''}</strong><span class="end">${end}${receipt}<button type="button" class="button" data-sound hidden>${icon('sound')}${visit.text('sound')}</button><button type="button" class="button" data-full hidden>${icon('expand')}${visit.text('full_screen')}</button></span></footer>
<p class="only-read" id="live" role="status"></p>
</main>`
  const script = counterScript()
  const styles = [counterStyle(), ...(brand.accent === null ? [] : [accentStyle(brand.accent)])]
  return {
    kind: 'page',
    status: 200,
    html: documentOf({
      language: visit.words.tag,
      direction: visit.words.direction,
      title: `${title} · ${name}`,
      head: html`<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}"></noscript>`,
      styles,
      body,
      script,
    }),
    policy: policyFor({
      styles,
      scripts: [script],
      hasForms: true,
      connects: true,
      hasImages: true,
    }),
  }
}
