import { DomainError } from '../../domain/shared/errors.js'
import { EVENT_TYPES, type EventType } from '../../domain/webhooks/event-types.js'
import { formField } from '../../pages/parts.js'
import { errorAt } from '../../pages/refusal.js'
import { html } from '../../runtime/html.js'
import { checkboxes } from '../../ui/fields.js'
import type { MerchantAction } from '../action-route.js'
import { formPage } from '../form-page.js'
import type { ReadPage, Submit } from '../page.js'

export const newEndpointPage: ReadPage = async (_tx, visit) => {
  const chosen: readonly string[] = visit.request.form ? visit.fields('events') : EVENT_TYPES
  const url = formField(visit, {
    name: 'url',
    label: 'URL',
    attributes: { type: 'url', required: true, autocomplete: 'off', dir: 'ltr', placeholder: 'https://' },
  })
  const events = checkboxes(
    'events',
    visit.text('events'),
    EVENT_TYPES.map((event) => ({
      value: event,
      title: visit.exact(event),
      isChecked: chosen.includes(event),
    })),
    errorAt(visit, 'events').error,
  )
  return formPage(visit, {
    id: 'endpoint',
    section: 'developers',
    title: 'add_endpoint',
    line: visit.text('step_endpoint_text'),
    path: '/developers/endpoints/new',
    fields: html`${url}${events}`,
    submit: { text: 'add_endpoint', icon: 'plus' },
  })
}

export const createEndpointForm: Submit = async (visit) => {
  const events = visit.fields('events') as EventType[] // the contract checks them
  await visit.once('createWebhook', { body: { url: visit.field('url'), events } })
  return { kind: 'redirect', to: visit.path('/developers', { done: 'endpoint' }) }
}

export const deleteEndpointAction: MerchantAction = {
  id: 'delete',
  path: '/developers/endpoints/:id/delete',
  needs: ['read', 'keys'],
  section: 'developers',
  title: 'delete',
  async ask(tx, visit) {
    const endpoint = await tx.webhookEndpoints.find(visit.caller, visit.param('id'))
    if (!endpoint) throw new DomainError('webhook_not_found')
    return {
      title: visit.text('delete_endpoint'),
      text: html`<span class="mono">${visit.exact(endpoint.url)}</span> ${visit.text('delete_endpoint_text')}`,
      submit: { text: visit.plain('delete'), isDangerous: true },
      back: visit.path('/developers'),
    }
  },
  async call(visit) {
    await visit.repeatable('deleteWebhook', { params: { id: visit.param('id') } })
    return { kind: 'redirect', to: visit.path('/developers', { done: 'endpoint_deleted' }) }
  },
}

/** Sends a sample of the endpoint's first event. */
export const testEndpointForm: Submit = async (visit) => {
  await visit.once('sendTestWebhook', { params: { id: visit.param('id') } })
  return { kind: 'redirect', to: visit.path('/developers', { done: 'tested' }) }
}
