import { getNamedOrder } from '../../domain/orders/orders.js'
import { defaultRefund, isRefundable, refundable } from '../../domain/orders/refunds.js'
import { DomainError } from '../../domain/shared/errors.js'
import { formatUsdt } from '../../domain/shared/money.js'
import { typedAmount } from '../../domain/shared/typed-amount.js'
import { formField } from '../../pages/parts.js'
import { html } from '../../runtime/html.js'
import { amountOf, NETWORK_NAMES } from '../../ui/figures.js'
import type { MerchantAction } from '../action-route.js'

/** Refunds an order: asks how much of it goes back, and where to. */
export const refundAction: MerchantAction = {
  id: 'refund',
  path: '/orders/:id/refund',
  needs: ['read', 'refunds'],
  isGuarded: true,
  section: 'orders',
  title: 'refund',
  async ask(tx, visit) {
    const order = await getNamedOrder(tx, visit.caller, visit.param('id'))
    if (order.kind === 'app') throw new DomainError('order_not_found')
    const refunded = await tx.withdrawals.sumRefunds(order.id)
    const left = refundable(order, refunded)
    const suggested = defaultRefund(order, refunded)
    const [sender, other] = await tx.transfers.listSenders(order.id, 2)
    const { fee } = visit.services.context.policy.withdrawals[order.network]
    const isClosed = visit.refusal === undefined && !(isRefundable(order) && left > 0n)
    return {
      ...(isClosed && { above: html`<p>${visit.text('error_not_possible')}</p>` }),
      title: visit.text('refund_question', { order: visit.exact(order.orderNumber) }),
      text: visit.text('refund_text', {
        left: amountOf(left),
        fee: amountOf(fee),
        network: NETWORK_NAMES[order.network],
      }),
      fields: [
        formField(visit, {
          name: 'amount',
          label: visit.text('amount'),
          unit: 'USDT',
          value: visit.field('amount') || (suggested === undefined ? '' : formatUsdt(suggested)),
          attributes: { required: true, inputmode: 'decimal', autocomplete: 'off', dir: 'ltr' },
        }),
        formField(
          visit,
          {
            name: 'address',
            label: visit.text('address_of_payer'),
            value: visit.field('address') || (other === undefined ? (sender ?? '') : ''),
            hint: visit.text('address_of_payer_hint'),
            attributes: { required: true, autocomplete: 'off', dir: 'ltr', spellcheck: 'false' },
          },
          'destination_address',
        ),
        formField(
          visit,
          {
            name: 'note',
            label: visit.text('note'),
            note: visit.text('optional'),
            attributes: { maxlength: 500, autocomplete: 'off', dir: 'auto' },
          },
          'description',
        ),
      ],
      submit: { text: visit.plain('refund'), icon: 'undo' },
      back: visit.path(`/orders/${order.id}`),
    }
  },
  async call(visit) {
    const id = visit.param('id')
    const { order_id } = await visit.repeatable('createRefund', {
      params: { id },
      body: {
        amount: typedAmount(visit.field('amount')),
        destination_address: visit.field('address'),
        description: visit.field('note') || undefined,
        idempotency_key: visit.formKey,
      },
    })
    return { kind: 'redirect', to: visit.path(`/orders/${order_id}`, { done: 'refunded' }) }
  },
}
