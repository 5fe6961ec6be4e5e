import type { Merchant } from '../../domain/merchants/merchant.js'
import { DAY_MS } from '../../domain/shared/policy.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { EVENT_TYPES } from '../../domain/webhooks/event-types.js'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { buttonLink } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { emptyState } from '../../ui/empty-state.js'
import { number } from '../../ui/figures.js'
import { table } from '../../ui/table.js'
import { counted, day } from '../formats.js'
import type { Visit } from '../visit.js'

/** Deliveries of an endpoint that its health counts. */
const RECENT = 100

interface Health {
  readonly endpoint: WebhookEndpoint
  readonly recent: number
  readonly delivered: number
  readonly waiting: number
  /** Those that were not sent again. */
  readonly failed: number
}

/** The endpoints of a merchant in the environment, each with the newest deliveries of a day. */
export async function endpointsCard(tx: Tx, { id }: Merchant, visit: Visit): Promise<Html> {
  const scope = { merchantId: id, environment: visit.environment }
  const rows: Health[] = []
  for (const endpoint of await tx.webhookEndpoints.list(scope)) rows.push(await healthOf(tx, endpoint, visit))
  const [secret] = await tx.webhookSecrets.listValid(scope, visit.now)
  const made = secret === undefined ? 'No webhook secret' : `Secret made ${day(secret.createdAt)}`
  const rotate = visit.may('secrets rotate')
    ? buttonLink({
        text: secret === undefined ? 'Make secret' : 'Rotate secret',
        href: visit.href(`/merchants/${id}/secret`),
      })
    : NOTHING
  const body =
    rows.length === 0
      ? emptyState({
          icon: 'antenna',
          title: 'No endpoints',
          text: `The merchant has none in ${visit.environment}.`,
        })
      : table({
          caption: 'Webhook endpoints',
          rows,
          columns: [
            {
              title: 'URL',
              place: 'name',
              cell: ({ endpoint }) =>
                html`<a class="mono" href="${visit.href('/deliveries', { target: endpoint.id })}">${endpoint.url}</a>`,
            },
            {
              title: 'Events',
              place: 'note',
              cell: ({ endpoint: { events } }) =>
                events.length === EVENT_TYPES.length ? 'all' : events.join(', '),
            },
            {
              title: 'Last 24 h',
              place: 'more',
              cell: ({ recent, delivered }) =>
                html`<b>${number(delivered)}</b> of ${number(recent)}${recent === RECENT ? ' newest' : ''} delivered`,
            },
            { title: 'Health', place: 'status', cell: healthBadge },
          ],
        })
  return card({
    id: 'endpoints',
    title: 'Webhook endpoints',
    aside: html`${made} ${rotate}`,
    body,
    isFlush: true,
  })
}

async function healthOf(tx: Tx, endpoint: WebhookEndpoint, { now }: Visit): Promise<Health> {
  const newest = await tx.webhookDeliveries.list(endpoint.id, {}, { limit: RECENT, offset: 0 })
  const recent = newest.filter(({ createdAt }) => createdAt > now - DAY_MS)
  // A repetition is newer than what it repeats, so that it is among the newest too.
  const sentAgain = new Set(newest.map(({ redeliveryOf }) => redeliveryOf))
  const count = (status: string) => recent.filter((each) => each.status === status).length
  return {
    endpoint,
    recent: recent.length,
    delivered: count('DELIVERED'),
    waiting: count('PENDING'),
    failed: recent.filter(({ id, status }) => status === 'FAILED' && !sentAgain.has(id)).length,
  }
}

function healthBadge({ endpoint, waiting, failed }: Health): Html {
  if (!endpoint.isActive) return badge({ tone: 'grey', text: 'Paused' })
  if (failed > 0)
    return badge({ tone: 'bad', icon: 'cross-circle', text: counted(failed, 'failed', 'failed') })
  if (waiting > 0)
    return badge({ tone: 'grey', icon: 'dashed-circle', text: counted(waiting, 'waiting', 'waiting') })
  return badge({ tone: 'ok', icon: 'check-circle', text: 'Healthy' })
}
