import type { Network } from '../../domain/shared/types.js'
import { formField } from '../../pages/parts.js'
import { html } from '../../runtime/html.js'
import { formPage } from '../form-page.js'
import type { ReadPage, Submit } from '../page.js'
import { networkChoices } from '../payment-fields.js'
import { destinationRule } from './readiness.js'

export const newDestinationPage: ReadPage = async (_tx, visit) => {
  const label = formField(visit, {
    name: 'label',
    label: visit.text('name'),
    attributes: { required: true, maxlength: 100, autocomplete: 'off', dir: 'auto' },
  })
  const address = formField(visit, {
    name: 'address',
    label: visit.text('address'),
    attributes: { required: true, autocomplete: 'off', dir: 'ltr', spellcheck: 'false' },
  })
  return formPage(visit, {
    id: 'destination',
    section: 'destinations',
    title: 'add_destination',
    line: visit.text(destinationRule(visit)),
    path: '/destinations/new',
    fields: html`${label}${networkChoices(visit)}${address}`,
    submit: { text: 'add_destination', icon: 'plus' },
  })
}

/** Puts an address on the list. An address that is on it stays as it is. */
export const createDestinationForm: Submit = async (visit) => {
  await visit.repeatable('createWithdrawalDestination', {
    body: {
      label: visit.field('label'),
      network: visit.field('network') as Network, // the contract checks it
      address: visit.field('address'),
    },
  })
  return { kind: 'redirect', to: visit.path('/destinations', { done: 'destination' }) }
}
