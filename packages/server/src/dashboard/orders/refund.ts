import type { OnChainOrder } from '../../domain/orders/order.js'
import { defaultRefund, isRefundable, refundAllowance, refundable } from '../../domain/orders/refunds.js'
import { DomainError } from '../../domain/shared/errors.js'
import { formatUsdt, type Usdt, usdt } from '../../domain/shared/money.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { formField, postForm } from '../../pages/parts.js'
import { refusalNotice } from '../../pages/refusal.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { button, buttonLink, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { type Choice, choices } from '../../ui/fields.js'
import { amountOf, NETWORK_NAMES } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import { entered, noteField } from '../frame/money-form.js'
import type { ReadPage, Submit } from '../page.js'
import type { Visit } from '../visit.js'
import { getOwnOrder } from './own-order.js'
import { leftAddresses } from './payer-addresses.js'

/** The choice of an amount that is typed. */
export const OTHER = 'other'

/** The parts of an order that can go back. */
export interface Refundable {
  readonly order: OnChainOrder
  readonly refunded: bigint
  /** Of the credited money. */
  readonly credited: Usdt
  /** With the fee on the order. */
  readonly all: Usdt
  /** The overpaid part, or all of the credited money; undefined where neither follows from the order. */
  readonly suggested: Usdt | undefined
}

/** @throws order_not_found, also for an order that is not on chain */
export async function readRefundable(tx: Tx, visit: Visit): Promise<Refundable> {
  const order = await getOwnOrder(tx, visit)
  if (order.kind === 'app') throw new DomainError('order_not_found')
  const refunded = await tx.withdrawals.sumRefunds(order.id)
  return {
    order,
    refunded,
    credited: refundable(order, refunded),
    all: refundable(order, refunded, 'confirmed'),
    suggested: defaultRefund(order, refunded),
  }
}

/** Asks how much of an order goes back, and where to. The review page comes before anything is done. */
export const refundPage: ReadPage = async (tx, visit) => {
  const { order, ...amounts } = await readRefundable(tx, visit)
  const isOpen = visit.refusal !== undefined || (isRefundable(order) && amounts.all > 0n)
  const [sender, other] = await tx.transfers.listSenders(order.id, 2)
  const { fee } = visit.services.context.policy.withdrawals[order.network]
  const allowance = await refundAllowance(tx, visit.caller, visit.now)
  const back = visit.href(`/orders/${order.id}`)
  const form = html`${howMuch(visit, amounts)}${formField(
    visit,
    {
      name: 'address',
      label: visit.text('address_of_payer'),
      value: entered(visit, 'address') ?? (other === undefined ? (sender ?? '') : ''),
      hint: visit.text('address_of_payer_hint'),
      attributes: { required: true, autocomplete: 'off', dir: 'ltr', spellcheck: 'false' },
    },
    'destination_address',
  )}${leftAddresses(visit, await tx.orders.listRefundAddresses(order.id))}${noteField(visit)}${buttons(
    button({ text: visit.plain('review_refund'), kind: 'primary' }),
    buttonLink({ text: visit.plain('cancel'), href: back }),
  )}`
  const main = html`${pageHead({
    path: {
      label: visit.plain('path'),
      link: { href: back, text: html`<span class="mono">${visit.exact(order.orderNumber)}</span>` },
      here: visit.plain('refund'),
    },
    title: visit.text('refund_question', { order: visit.exact(order.orderNumber) }),
    line: html`${visit.text('refund_text', { fee: amountOf(fee), network: NETWORK_NAMES[order.network] })} ${allowance === undefined ? NOTHING : limitText(visit, allowance)}`,
  })}${refusalNotice(visit)}<div class="form refund">${
    isOpen
      ? card({ id: 'refund', body: postForm(visit, `/orders/${order.id}/refund/review`, form) })
      : html`<p>${visit.text('error_not_possible')}</p>`
  }</div>`
  return { kind: 'content', title: visit.plain('refund'), section: 'orders', main }
}

/** Says how much of the limit of the person is left. */
export const limitText = (visit: Visit, allowance: Usdt): Html =>
  visit.text('limit_left', {
    left: amountOf(allowance),
    limit: amountOf(visit.caller.refundLimit ?? allowance),
  })

/** The amounts that follow from the order, and one that is typed. */
function howMuch(visit: Visit, { credited, all, suggested }: Omit<Refundable, 'order'>): Html {
  const offers = [
    ['refund_overpaid', suggested !== undefined && suggested < credited ? suggested : 0n],
    ['refund_credited', credited],
    ['refund_all', all > credited ? all : 0n],
  ] as const
  const usual = suggested === undefined ? OTHER : formatUsdt(suggested)
  const chosen = entered(visit, 'how_much') ?? usual
  const each = offers
    .filter(([, amount]) => amount > 0n)
    .map(([name, amount]): Choice => {
      const value = formatUsdt(usdt(amount))
      return {
        value,
        title: visit.text(name),
        text: visit.text(`${name}_text`),
        aside: html`<b>${amountOf(amount)}</b>`,
        isChosen: chosen === value,
      }
    })
  const other = { value: OTHER, title: visit.text('refund_other'), isChosen: chosen === OTHER }
  return html`${choices('how_much', visit.text('how_much'), [...each, other])}<div class="other">${formField(
    visit,
    {
      name: 'amount',
      label: visit.text('amount'),
      unit: 'USDT',
      value: entered(visit, 'amount') ?? '',
      hint: visit.text('at_most_amount', { amount: amountOf(all) }),
      attributes: { inputmode: 'decimal', autocomplete: 'off', dir: 'ltr' },
    },
  )}</div>`
}

/** Refunds, and leads to the order. The same form sent twice leads to the same refund. */
export const refundForm: Submit = async (visit) => {
  const id = visit.param('id')
  const { order_id } = await visit.repeatable('createRefund', {
    params: { id },
    body: {
      amount: visit.field('amount'),
      ...(visit.field('include_fee') !== '' && { include_fee: true }),
      destination_address: visit.field('address'),
      description: visit.field('note') || undefined,
      idempotency_key: visit.formKey,
    },
  })
  return { kind: 'redirect', to: visit.path(`/orders/${order_id}`, { done: 'refunded' }) }
}
