import type { Order } from '../../domain/orders/order.js'
import type { LeftAddress } from '../../domain/store/order-tables.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { exact } from '../../ui/copy-field.js'
import { type Fact, facts } from '../../ui/facts.js'
import { day, exactTime } from '../frame/times.js'
import type { Visit } from '../visit.js'

/** Senders that are named; more than one is rare. */
const SENDERS = 3

/** Where the payment came from, and the addresses that were left on its page; nothing where none was left. */
export async function payerCard(tx: Tx, visit: Visit, order: Order): Promise<Html> {
  const left = order.kind === 'on-chain' ? await tx.orders.listRefundAddresses(order.id) : []
  if (left.length === 0) return NOTHING
  const senders = await tx.transfers.listSenders(order.id, SENDERS)
  const rows: Fact[] = senders.map((sender) => ({ label: visit.text('sender'), value: exact(sender) }))
  return card({
    id: 'payer',
    title: visit.plain('refund_addresses'),
    body: facts([...rows, ...left.map((each) => leftFact(visit, each))]),
  })
}

const leftFact = (visit: Visit, { address, leftAt }: LeftAddress): Fact => ({
  label: visit.text('left_on_page'),
  value: html`${exact(address)}<br><small>${day(visit, leftAt)}, ${exactTime(visit, leftAt)}. <b>${visit.text('not_proven')}</b></small>`,
})

/** The same beside the field of a refund, to be copied: no address of a stranger is filled in. */
export const leftAddresses = (visit: Visit, left: readonly LeftAddress[]): Html =>
  left.length === 0
    ? NOTHING
    : html`<div class="field"><b>${visit.text('refund_addresses')}</b><ul class="left">${joinHtml(
        left.map(
          ({ address, leftAt }) =>
            html`<li><span class="mono" dir="ltr" translate="no">${address}</span><br><small>${day(visit, leftAt)}, ${exactTime(visit, leftAt)}. <b>${visit.text('not_proven')}</b></small></li>`,
        ),
      )}</ul><p class="hint">${visit.text('left_waits')}</p></div>`
