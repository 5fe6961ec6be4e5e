import type { Network } from '../../domain/shared/types.js'
import { html } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { field } from '../../ui/fields.js'
import { pageHead } from '../../ui/shell.js'
import type { ReadPage, Shown } from '../page.js'
import { networkChoices } from '../payment-fields.js'
import { errorAt, type Refusal, refusalNotice, submitOrRefuse } from '../refusal.js'
import { pathWith, type Visit } from '../visit.js'
import { destinationRule } from './readiness.js'

export const newDestinationPage: ReadPage = (tx, visit) => newPageWith(undefined)(tx, visit)

const newPageWith =
  (refusal: Refusal | undefined): ReadPage =>
  async (_tx, visit) => {
    const main = html`${pageHead({ title: visit.plain('add_destination'), line: visit.text(destinationRule(visit)) })}${refusalNotice(visit, refusal)}<div class="form">${card(
      {
        id: 'destination',
        body: html`<form method="post" action="${visit.href('/destinations/new')}">${visit.hiddenFields}${field(
          {
            name: 'label',
            label: visit.text('name'),
            value: visit.field('label') ?? '',
            attributes: { required: true, maxlength: 100, autocomplete: 'off', dir: 'auto' },
            ...errorAt(visit, refusal, 'label'),
          },
        )}${networkChoices(visit)}${field({
          name: 'address',
          label: visit.text('address'),
          value: visit.field('address') ?? '',
          attributes: { required: true, autocomplete: 'off', dir: 'ltr', spellcheck: 'false' },
          ...errorAt(visit, refusal, 'address'),
        })}${button({ text: visit.plain('add_destination'), kind: 'primary', icon: 'plus' })}</form>`,
      },
    )}</div>`
    return { kind: 'content', title: visit.plain('add_destination'), section: 'destinations', main }
  }

/** Puts an address on the list. An address that is on it stays as it is. */
export const createDestinationForm = (visit: Visit): Promise<Shown> =>
  submitOrRefuse(
    visit,
    async () => {
      await visit.repeatable('createWithdrawalDestination', {
        body: {
          label: visit.field('label') ?? '',
          network: (visit.field('network') ?? '') as Network, // the contract checks it
          address: visit.field('address') ?? '',
        },
      })
      return { kind: 'redirect', to: pathWith('/destinations', { done: 'destination' }) }
    },
    newPageWith,
  )
