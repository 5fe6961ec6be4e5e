import { refundLimitOf, setRefundLimit } from '../../domain/people/refund-limit.js'
import { CHAIN_DECIMALS, parseUsdt } from '../../domain/shared/money.js'
import { amountForField, typedAmount } from '../../domain/shared/typed-amount.js'
import { formField } from '../../pages/parts.js'
import { RefusedForm } from '../../pages/refusal.js'
import type { MerchantAction } from '../action-route.js'
import { changePeople } from './people-change.js'

/** Changes how much each person with the role support refunds in a day. */
export const refundLimitAction: MerchantAction = {
  id: 'refund-limit',
  path: '/people/refund-limit',
  needs: ['people'],
  isGuarded: true,
  section: 'people',
  title: 'refund_limit',
  async ask(tx, visit) {
    return {
      title: visit.text('refund_limit_question'),
      text: visit.text('refund_limit_text'),
      fields: [
        formField(visit, {
          name: 'amount',
          label: visit.text('amount'),
          unit: 'USDT',
          value: visit.field('amount') || amountForField(await refundLimitOf(tx, visit.caller.merchantId)),
          attributes: { required: true, inputmode: 'decimal', autocomplete: 'off', dir: 'ltr' },
        }),
      ],
      submit: { text: visit.plain('refund_limit') },
      back: visit.path('/people'),
    }
  },
  async call(visit) {
    const { merchantId } = visit.caller
    const limit = parseUsdt(typedAmount(visit.field('amount')), CHAIN_DECIMALS)
    if (limit === undefined)
      throw new RefusedForm({ status: 422, text: visit.text('error_amount'), param: 'amount' })
    await changePeople(visit, (tx, { mandate }) =>
      setRefundLimit(tx, visit.services.context, { merchantId, limit }, mandate),
    )
    return { kind: 'redirect', to: visit.path('/people', { done: 'refund_limit' }) }
  },
}
