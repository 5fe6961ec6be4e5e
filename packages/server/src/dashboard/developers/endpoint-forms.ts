import { DomainError } from '../../domain/shared/errors.js'
import { EVENT_TYPES, type EventType } from '../../domain/webhooks/event-types.js'
import { html } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { confirmation } from '../../ui/dialog.js'
import { checkboxes, field } from '../../ui/fields.js'
import { pageHead } from '../../ui/shell.js'
import type { ReadPage, Shown } from '../page.js'
import { errorAt, type Refusal, refusalNotice, submitOrRefuse } from '../refusal.js'
import { exactText, pathWith, type Visit } from '../visit.js'
import { developersPageWith } from './developers-page.js'

export const newEndpointPage: ReadPage = (tx, visit) => newPageWith(undefined)(tx, visit)

const newPageWith =
  (refusal: Refusal | undefined): ReadPage =>
  async (_tx, visit) => {
    const chosen: readonly string[] = visit.request.form ? visit.fields('events') : EVENT_TYPES
    const main = html`${pageHead({ title: visit.plain('add_endpoint'), line: visit.text('step_endpoint_text') })}${refusalNotice(visit, refusal)}<div class="form">${card(
      {
        id: 'endpoint',
        body: html`<form method="post" action="${visit.href('/developers/endpoints/new')}">${visit.hiddenFields}${field(
          {
            name: 'url',
            label: 'URL',
            value: visit.field('url') ?? '',
            attributes: {
              type: 'url',
              required: true,
              autocomplete: 'off',
              dir: 'ltr',
              placeholder: 'https://',
            },
            ...errorAt(visit, refusal, 'url'),
          },
        )}${checkboxes(
          'events',
          visit.text('events'),
          EVENT_TYPES.map((event) => ({
            value: event,
            title: exactText(event),
            isChecked: chosen.includes(event),
          })),
          errorAt(visit, refusal, 'events').error,
        )}${button({ text: visit.plain('add_endpoint'), kind: 'primary', icon: 'plus' })}</form>`,
      },
    )}</div>`
    return { kind: 'content', title: visit.plain('add_endpoint'), section: 'developers', main }
  }

export const createEndpointForm = (visit: Visit): Promise<Shown> =>
  submitOrRefuse(
    visit,
    async () => {
      const events = visit.fields('events') as EventType[] // the contract checks them
      await visit.once('createWebhook', { body: { url: visit.field('url') ?? '', events } })
      return { kind: 'redirect', to: pathWith('/developers', { done: 'endpoint' }) }
    },
    newPageWith,
  )

/** Asks before an endpoint is deleted. */
export const deleteEndpointPage: ReadPage = (tx, visit) => deletePageWith(undefined)(tx, visit)

const deletePageWith =
  (refusal: Refusal | undefined): ReadPage =>
  async (tx, visit) => {
    const endpoint = await tx.webhookEndpoints.find(visit.caller, visit.param('id'))
    if (!endpoint) throw new DomainError('webhook_not_found')
    const form = confirmation({
      id: 'delete',
      title: visit.text('delete_endpoint'),
      text: html`<span class="mono">${exactText(endpoint.url)}</span> ${visit.text('delete_endpoint_text')}`,
      action: visit.href(`/developers/endpoints/${endpoint.id}/delete`),
      hidden: visit.hidden,
      fields: [],
      submit: { text: visit.plain('delete'), isDangerous: true },
      cancel: { text: visit.plain('cancel'), href: visit.href('/developers') },
    })
    const main = html`${refusalNotice(visit, refusal)}<div class="form">${form}</div>`
    return { kind: 'content', title: visit.plain('delete'), section: 'developers', main }
  }

export const deleteEndpointForm = (visit: Visit): Promise<Shown> =>
  submitOrRefuse(
    visit,
    async () => {
      await visit.repeatable('deleteWebhook', { params: { id: visit.param('id') } })
      return { kind: 'redirect', to: pathWith('/developers', { done: 'endpoint_deleted' }) }
    },
    deletePageWith,
  )

/** Sends a sample of the endpoint's first event. */
export const testEndpointForm = (visit: Visit): Promise<Shown> =>
  submitOrRefuse(
    visit,
    async () => {
      await visit.once('sendTestWebhook', { params: { id: visit.param('id') } })
      return { kind: 'redirect', to: pathWith('/developers', { done: 'tested' }) }
    },
    (refusal) => (tx) => developersPageWith(tx, visit, { refusal }),
  )
