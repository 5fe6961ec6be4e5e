import { DAY_MS } from '../../domain/shared/policy.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type EndpointHealth, healthOf } from '../../domain/webhooks/endpoint-health.js'
import { EVENT_TYPES } from '../../domain/webhooks/event-types.js'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook.js'
import { linkButton, postForm } from '../../pages/parts.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { button, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { emptyState } from '../../ui/empty-state.js'
import { number } from '../../ui/figures.js'
import { table } from '../../ui/table.js'
import { day } from '../frame/times.js'
import type { Visit } from '../visit.js'

/** Deliveries of an endpoint that are counted, the newest. */
const MOST_COUNTED = 200

interface Row extends WebhookEndpoint {
  readonly isFailing: boolean
  readonly health: EndpointHealth
}

/** The endpoints, with how they took the deliveries of the last day. */
export async function endpointsCard(
  tx: Tx,
  visit: Visit,
  endpoints: readonly WebhookEndpoint[],
): Promise<Html> {
  const ids = endpoints.map(({ id }) => id)
  const failing = await tx.webhookTargets.listFailing(ids)
  const query = { since: visit.now - DAY_MS, most: MOST_COUNTED }
  const results = await tx.webhookAttempts.listResults(ids, query)
  const rows = endpoints.map((endpoint): Row => {
    const health = healthOf(results.filter(({ webhookId }) => webhookId === endpoint.id))
    return { ...endpoint, isFailing: failing.has(endpoint.id), health }
  })
  const [secret] = await tx.webhookSecrets.listValid(visit.caller, visit.now)
  const made = secret
    ? html`<span>${visit.text('secret_made', { day: day(visit, secret.createdAt) })}</span>`
    : NOTHING
  const actions = visit.may('keys')
    ? buttons(
        linkButton(visit, 'rotate_secret', '/developers/secret'),
        linkButton(visit, 'add_endpoint', '/developers/endpoints/new', { icon: 'plus' }),
      )
    : NOTHING
  return card({
    id: 'endpoints',
    title: visit.plain('webhook_endpoints'),
    aside: html`${made}${actions}`,
    isFlush: true,
    body:
      endpoints.length === 0
        ? emptyState({
            icon: 'antenna',
            title: visit.plain('no_endpoint'),
            text: visit.plain('step_endpoint_text'),
          })
        : endpointTable(visit, rows),
  })
}

const endpointTable = (visit: Visit, endpoints: readonly Row[]): Html =>
  table<Row>({
    caption: visit.plain('webhook_endpoints'),
    rows: endpoints,
    columns: [
      {
        title: 'URL',
        place: 'name',
        cell: ({ id, url }) =>
          html`<a class="mono" href="${visit.href('/deliveries', { endpoint: id })}">${visit.exact(url)}</a>`,
      },
      {
        title: visit.plain('events'),
        place: 'note',
        cell: ({ events }) =>
          events.length === EVENT_TYPES.length ? visit.text('all_events') : visit.exact(events.join(', ')),
      },
      {
        title: visit.plain('last_24_hours'),
        place: 'more',
        cell: ({ health }) => deliveredOf(visit, health),
      },
      {
        title: visit.plain('median'),
        place: 'amount',
        isNumber: true,
        cell: ({ health: { medianMs } }) => (medianMs === null ? '–' : visit.exact(`${number(medianMs)} ms`)),
      },
      { title: visit.plain('health'), place: 'status', cell: (row) => healthBadge(visit, row) },
      {
        title: html`<span class="only-read">${visit.plain('actions')}</span>`,
        place: 'more',
        cell: ({ id }) => endpointActions(visit, id),
      },
    ],
  })

function deliveredOf(visit: Visit, { deliveries, delivered }: EndpointHealth): Html {
  const key = deliveries === MOST_COUNTED ? 'n_of_newest' : 'n_of_m'
  return visit.text(key, { n: number(delivered), m: number(deliveries) })
}

function healthBadge(visit: Visit, { isActive, isFailing, health: { waiting } }: Row): Html {
  if (!isActive) return badge({ tone: 'grey', icon: 'dashed-circle', text: visit.text('paused') })
  if (isFailing) return badge({ tone: 'bad', icon: 'cross-circle', text: visit.text('failing') })
  if (waiting > 0)
    return badge({
      tone: 'grey',
      icon: 'dashed-circle',
      text: visit.text('n_waiting', { n: number(waiting) }),
    })
  return badge({ tone: 'ok', icon: 'check-circle', text: visit.text('healthy') })
}

const endpointActions = (visit: Visit, id: string): Html =>
  html`${
    visit.may('orders')
      ? postForm(
          visit,
          `/developers/endpoints/${id}/test`,
          button({ text: visit.plain('send_test'), kind: 'quiet' }),
          'row-form',
        )
      : NOTHING
  }${
    visit.may('keys')
      ? html`<a href="${visit.href(`/developers/endpoints/${id}/delete`)}">${visit.plain('delete')}</a>`
      : NOTHING
  }`
