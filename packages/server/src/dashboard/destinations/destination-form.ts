import type { Network } from '../../domain/shared/types.js'
import { errorAt, refusalNotice } from '../../pages/refusal.js'
import { html } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { field } from '../../ui/fields.js'
import { pageHead } from '../../ui/shell.js'
import type { ReadPage, Submit } from '../page.js'
import { networkChoices } from '../payment-fields.js'
import { destinationRule } from './readiness.js'

export const newDestinationPage: ReadPage = async (_tx, visit) => {
  const main = html`${pageHead({ title: visit.plain('add_destination'), line: visit.text(destinationRule(visit)) })}${refusalNotice(visit)}<div class="form">${card(
    {
      id: 'destination',
      body: html`<form method="post" action="${visit.href('/destinations/new')}">${visit.hiddenFields}${field(
        {
          name: 'label',
          label: visit.text('name'),
          value: visit.field('label'),
          attributes: { required: true, maxlength: 100, autocomplete: 'off', dir: 'auto' },
          ...errorAt(visit, 'label'),
        },
      )}${networkChoices(visit)}${field({
        name: 'address',
        label: visit.text('address'),
        value: visit.field('address'),
        attributes: { required: true, autocomplete: 'off', dir: 'ltr', spellcheck: 'false' },
        ...errorAt(visit, 'address'),
      })}${button({ text: visit.plain('add_destination'), kind: 'primary', icon: 'plus' })}</form>`,
    },
  )}</div>`
  return { kind: 'content', title: visit.plain('add_destination'), section: 'destinations', main }
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
