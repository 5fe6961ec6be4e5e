import { listUsableRates } from '../../domain/rates/conversion.js'
import type { Network } from '../../domain/shared/types.js'
import { formField } from '../../pages/parts.js'
import { html } from '../../runtime/html.js'
import { formPage } from '../form-page.js'
import { currencyField, priceOrAmount } from '../links/link-form.js'
import type { ReadPage, Submit } from '../page.js'
import { networkChoices, openNetworks } from '../payment-fields.js'

/** Asks what the next customer pays. */
export const counterPage: ReadPage = async (tx, visit) => {
  const rates = await listUsableRates(tx, visit.services.context)
  return formPage(visit, {
    id: 'counter',
    section: 'orders',
    title: 'counter',
    line: visit.text('counter_text'),
    path: '/counter',
    fields: html`${formField(
      visit,
      {
        name: 'amount',
        label: visit.text('amount'),
        ...(rates.length === 0 && { unit: 'USDT' }),
        hint: visit.text('amount_hint'),
        attributes: {
          required: true,
          inputmode: 'decimal',
          autocomplete: 'off',
          dir: 'ltr',
          autofocus: true,
        },
      },
      'amount',
      'price',
    )}${currencyField(visit, rates)}${formField(visit, {
      name: 'description',
      label: visit.text('for'),
      note: visit.text('optional'),
      hint: visit.text('for_hint'),
      attributes: { maxlength: 500, autocomplete: 'off', dir: 'auto' },
    })}${networkChoices(visit, await openNetworks(tx, visit))}`,
    submit: { text: 'show_to_customer', icon: 'arrow-right' },
  })
}

/** Makes an order, and leads to its display. The same form sent twice leads to the same order. */
export const counterForm: Submit = async (visit) => {
  const { id } = await visit.repeatable('createOrder', {
    body: {
      ...priceOrAmount(visit),
      currency: 'USDT',
      network: visit.field('network') as Network, // the contract checks it
      description: visit.field('description') || undefined,
      idempotency_key: visit.formKey,
    },
  })
  return { kind: 'redirect', to: visit.path(`/orders/${id}/counter`) }
}

/** Gives up the order on the display, and asks for the next customer. */
export const giveUpForm: Submit = async (visit) => {
  await visit.repeatable('expireOrder', { params: { id: visit.param('id') } })
  return { kind: 'redirect', to: visit.path('/counter') }
}
