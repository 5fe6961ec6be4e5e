import { getNamedOrder } from '../../domain/orders/orders.js'
import { DomainError } from '../../domain/shared/errors.js'
import { formatUsdt } from '../../domain/shared/money.js'
import { defaultRefund, isRefundable, refundable } from '../../domain/withdrawals/refunds.js'
import { html } from '../../runtime/html.js'
import { confirmation } from '../../ui/dialog.js'
import { field } from '../../ui/fields.js'
import { amountOf, NETWORK_NAMES } from '../../ui/figures.js'
import type { ReadPage, Shown } from '../page.js'
import { typedAmount } from '../payment-fields.js'
import { errorAt, type Refusal, refusalNotice, submitOrRefuse } from '../refusal.js'
import { exactText, pathWith, type Visit } from '../visit.js'

/** Asks how much of an order goes back, and where to. */
export const refundPage: ReadPage = (tx, visit) => refundPageWith(undefined)(tx, visit)

const refundPageWith =
  (refusal: Refusal | undefined): ReadPage =>
  async (tx, visit) => {
    const order = await getNamedOrder(tx, visit.caller, visit.param('id'))
    if (order.kind === 'app') throw new DomainError('order_not_found')
    const refunded = await tx.withdrawals.sumRefunds(order.id)
    const left = refundable(order, refunded)
    const suggested = defaultRefund(order, refunded)
    const [sender, other] = await tx.transfers.listSenders(order.id, 2)
    const { fee } = visit.services.context.policy.withdrawals[order.network]
    const title = visit.text('refund_question', { order: exactText(order.orderNumber) })
    const form = confirmation({
      id: 'refund',
      title,
      text: visit.text('refund_text', {
        left: amountOf(left),
        fee: amountOf(fee),
        network: NETWORK_NAMES[order.network],
      }),
      action: visit.href(`/orders/${order.id}/refund`),
      hidden: visit.hidden,
      fields: [
        field({
          name: 'amount',
          label: visit.text('amount'),
          unit: 'USDT',
          value: visit.field('amount') ?? (suggested === undefined ? '' : formatUsdt(suggested)),
          attributes: { required: true, inputmode: 'decimal', autocomplete: 'off', dir: 'ltr' },
          ...errorAt(visit, refusal, 'amount'),
        }),
        field({
          name: 'address',
          label: visit.text('address_of_payer'),
          value: visit.field('address') ?? (other === undefined ? (sender ?? '') : ''),
          hint: visit.text('address_of_payer_hint'),
          attributes: { required: true, autocomplete: 'off', dir: 'ltr', spellcheck: 'false' },
          ...errorAt(visit, refusal, 'destination_address'),
        }),
        field({
          name: 'note',
          label: visit.text('note'),
          note: visit.text('optional'),
          value: visit.field('note') ?? '',
          attributes: { maxlength: 500, autocomplete: 'off', dir: 'auto' },
          ...errorAt(visit, refusal, 'description'),
        }),
      ],
      submit: { text: visit.plain('refund'), icon: 'undo' },
      cancel: { text: visit.plain('cancel'), href: visit.href(`/orders/${order.id}`) },
    })
    const closed =
      refusal === undefined && !(isRefundable(order) && left > 0n)
        ? html`<p>${visit.text('error_not_possible')}</p>`
        : html``
    const main = html`${refusalNotice(visit, refusal)}${closed}<div class="form">${form}</div>`
    return { kind: 'content', title: visit.plain('refund'), section: 'orders', main }
  }

export const refundForm = (visit: Visit): Promise<Shown> =>
  submitOrRefuse(
    visit,
    async () => {
      const id = visit.param('id')
      const { order_id } = await visit.repeatable('createRefund', {
        params: { id },
        body: {
          amount: typedAmount(visit),
          destination_address: visit.field('address') ?? '',
          description: visit.field('note'),
          idempotency_key: visit.formKey,
        },
      })
      return { kind: 'redirect', to: pathWith(`/orders/${order_id}`, { done: 'refunded' }) }
    },
    refundPageWith,
  )
