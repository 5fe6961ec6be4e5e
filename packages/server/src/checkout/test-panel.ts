import type { OrderStatus } from '../domain/orders/order.js'
import { type Html, html, joinHtml, NOTHING } from '../runtime/html.js'
import { icon } from '../ui/icons.js'
import type { Place } from './place.js'
import type { Play, View } from './view.js'

/** The status that each simulated payment leads to. */
const LEADS_TO: Readonly<Record<Play, OrderStatus>> = {
  pay: 'PAID',
  underpay: 'UNDERPAID',
  overpay: 'PAID',
  late_pay: 'EXPIRED_PAID',
  expire: 'EXPIRED',
  freeze: 'FROZEN',
  reorg: 'FROZEN',
}

/** Renders the buttons that simulate payments; on test orders only. */
export function testPanelOf({ plays }: View, { token, words, isLanguageAsked }: Place): Html {
  if (plays.length === 0) return NOTHING
  const query = isLanguageAsked ? `?lang=${words.tag}` : ''
  const buttons = plays.map(
    (play) =>
      html`<button class="button ${play === 'pay' ? 'primary' : 'secondary'}" name="action" value="${play}"><span>${words.plain(`test_${play}`)}</span><code translate="no">${LEADS_TO[play]}</code></button>`,
  )
  return html`<section class="panel" aria-labelledby="plays"><h2 id="plays">${icon('flask')}${words.plain('test_panel')}</h2>
<p class="dim">${words.plain('test_note')}</p>
<form method="post" action="${token}/simulate${query}">${joinHtml(buttons)}</form></section>`
}
