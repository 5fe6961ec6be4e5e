import { DomainError } from '../../domain/shared/errors.js'
import { linkButton } from '../../pages/parts.js'
import { html } from '../../runtime/html.js'
import { buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { amountOf, NETWORK_NAMES } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import { clockTime, day } from '../frame/times.js'
import { sharePart } from '../links/link-share.js'
import type { ReadPage } from '../page.js'
import { checkoutUrl, getOwnOrder } from './own-order.js'

/** Shows the checkout page of an order to share it. */
export const sharePage: ReadPage = async (tx, visit) => {
  const order = await getOwnOrder(tx, visit)
  if (order.kind === 'app') throw new DomainError('order_not_found')
  const { amount, network, description, expireAt } = order
  const url = checkoutUrl(visit, order)
  const made = { amount: amountOf(amount), network: visit.exact(NETWORK_NAMES[network]) }
  const until = {
    time: visit.exact(`${clockTime(visit, expireAt)} ${visit.zone.name}`),
    day: day(visit, expireAt),
  }
  const main = html`${pageHead({
    title: visit.plain('payment_link'),
    line: html`${visit.text('created_text', made)}${description === null ? '' : html` · <bdi>${description}</bdi>`}`,
  })}${card({
    id: 'share',
    body: html`${sharePart(visit, url, description)}<p class="dim">${visit.text('pay_until', until)}</p>${buttons(linkButton(visit, 'order', `/orders/${order.id}`))}`,
  })}`
  return { kind: 'content', title: visit.plain('payment_link'), section: 'orders', main }
}
