import type { ApiKey } from '../../domain/merchants/api-key.js'
import { API_KEYS_PER_ENVIRONMENT } from '../../domain/shared/policy.js'
import type { Instant } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { EVENT_TYPES } from '../../domain/webhooks/event-types.js'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { button, buttonLink, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { copyField } from '../../ui/copy-field.js'
import { emptyState } from '../../ui/empty-state.js'
import { notice } from '../../ui/notice.js'
import { pageHead } from '../../ui/shell.js'
import { table } from '../../ui/table.js'
import { deliveriesTable, findDeliveries } from '../deliveries/delivery-table.js'
import { timeElement } from '../frame/times.js'
import type { DashboardPage, ReadPage } from '../page.js'
import { type Refusal, refusalNotice } from '../refusal.js'
import { exactText, type Visit } from '../visit.js'

const LATEST = 5

/** A secret that was just made. It is in this answer and never again. */
export interface NewSecret {
  readonly title: Html
  readonly secret: string
}

/** Keys, endpoints, and the newest deliveries. */
export const developersPage: ReadPage = (tx, visit) => developersPageWith(tx, visit, {})

export async function developersPageWith(
  tx: Tx,
  visit: Visit,
  { made, refusal }: { readonly made?: NewSecret; readonly refusal?: Refusal },
): Promise<DashboardPage> {
  const keys = (await tx.apiKeys.list(visit.caller.merchantId)).filter(
    ({ revokedAt, environment }) => revokedAt === null && environment === visit.caller.environment,
  )
  const endpoints = await tx.webhookEndpoints.list(visit.caller)
  const failing = await tx.webhookTargets.listFailing(endpoints.map(({ id }) => id))
  const deliveries = await findDeliveries(tx, visit, { limit: LATEST })
  const main = html`${pageHead({
    title: visit.plain('developers'),
    line: html`${visit.text('developers_text')} ${visit.text('utc')}`,
    actions: buttons(
      buttonLink({
        text: visit.plain('api_reference'),
        icon: 'book',
        href: `${visit.services.settings.publicUrl()}/docs`,
      }),
      ...(visit.may('keys')
        ? [
            buttonLink({
              text: visit.plain('create_key'),
              kind: 'primary',
              icon: 'plus',
              href: visit.href('/developers/keys/new'),
            }),
          ]
        : []),
    ),
  })}${refusalNotice(visit, refusal)}${made ? secretNotice(visit, made) : NOTHING}${keysCard(visit, keys)}${endpointsCard(visit, endpoints, failing)}${card(
    {
      id: 'deliveries',
      title: visit.plain('deliveries'),
      aside: html`<a href="${visit.href('/deliveries')}">${visit.plain('all_deliveries')}</a>`,
      isFlush: true,
      body: deliveriesTable(visit, deliveries),
    },
  )}`
  return { kind: 'content', title: visit.plain('developers'), section: 'developers', main }
}

const secretNotice = (visit: Visit, { title, secret }: NewSecret): Html =>
  notice({
    kind: 'ok',
    title,
    text: visit.text('copy_secret_now'),
    isResult: true,
    more: copyField('secret', secret, { text: visit.plain('copy'), copied: visit.plain('copied') }),
  })

const keysCard = (visit: Visit, keys: readonly ApiKey[]): Html =>
  card({
    id: 'keys',
    title: visit.plain('api_keys'),
    aside: visit.text('n_of_m', { n: `${keys.length}`, m: `${API_KEYS_PER_ENVIRONMENT}` }),
    isFlush: true,
    body: table<ApiKey>({
      caption: visit.plain('api_keys'),
      rows: keys,
      columns: [
        {
          title: visit.plain('name'),
          place: 'name',
          cell: ({ name }) => html`<bdi>${name === '' ? '–' : name}</bdi>`,
        },
        {
          title: visit.plain('key'),
          place: 'more',
          cell: ({ keyId }) => html`<span class="mono">${exactText(keyId)}</span>`,
        },
        { title: visit.plain('scopes'), place: 'note', cell: ({ scopes }) => exactText(scopes.join(', ')) },
        {
          title: visit.plain('last_used'),
          place: 'none',
          cell: ({ lastUsedAt }) =>
            lastUsedAt === null ? visit.text('never') : timeElement(visit, lastUsedAt),
        },
        {
          title: html`<span class="only-read">${visit.plain('revoke')}</span>`,
          place: 'amount',
          cell: ({ keyId }) =>
            visit.may('keys')
              ? html`<a href="${visit.href(`/developers/keys/${keyId}/revoke`)}">${visit.plain('revoke')}</a>`
              : NOTHING,
        },
      ],
    }),
  })

function endpointsCard(
  visit: Visit,
  endpoints: readonly WebhookEndpoint[],
  failing: ReadonlyMap<string, Instant>,
): Html {
  const actions = visit.may('keys')
    ? buttons(
        buttonLink({ text: visit.plain('rotate_secret'), href: visit.href('/developers/secret') }),
        buttonLink({
          text: visit.plain('add_endpoint'),
          icon: 'plus',
          href: visit.href('/developers/endpoints/new'),
        }),
      )
    : NOTHING
  return card({
    id: 'endpoints',
    title: visit.plain('webhook_endpoints'),
    aside: actions,
    isFlush: true,
    body:
      endpoints.length === 0
        ? emptyState({
            tone: 'grey',
            icon: 'antenna',
            title: visit.plain('no_endpoint'),
            text: visit.plain('step_endpoint_text'),
          })
        : endpointTable(visit, endpoints, failing),
  })
}

const endpointTable = (
  visit: Visit,
  endpoints: readonly WebhookEndpoint[],
  failing: ReadonlyMap<string, Instant>,
): Html =>
  table<WebhookEndpoint>({
    caption: visit.plain('webhook_endpoints'),
    rows: endpoints,
    columns: [
      {
        title: 'URL',
        place: 'name',
        cell: ({ id, url }) =>
          html`<a class="mono" href="${visit.href('/deliveries', { endpoint: id })}">${exactText(url)}</a>`,
      },
      {
        title: visit.plain('events'),
        place: 'note',
        cell: ({ events }) =>
          events.length === EVENT_TYPES.length ? visit.text('all_events') : exactText(events.join(', ')),
      },
      {
        title: visit.plain('health'),
        place: 'status',
        cell: ({ id, isActive }) => healthBadge(visit, isActive, failing.get(id)),
      },
      {
        title: html`<span class="only-read">${visit.plain('actions')}</span>`,
        place: 'more',
        cell: ({ id }) => endpointActions(visit, id),
      },
    ],
  })

function healthBadge(visit: Visit, isActive: boolean, failingSince: Instant | undefined): Html {
  if (!isActive) return badge({ tone: 'grey', icon: 'dashed-circle', text: visit.text('paused') })
  if (failingSince === undefined)
    return badge({ tone: 'ok', icon: 'check-circle', text: visit.text('healthy') })
  return badge({ tone: 'bad', icon: 'cross-circle', text: visit.text('failing') })
}

const endpointActions = (visit: Visit, id: string): Html =>
  html`${
    visit.may('orders')
      ? html`<form class="row-form" method="post" action="${visit.href(`/developers/endpoints/${id}/test`)}">${visit.hiddenFields}${button({ text: visit.plain('send_test'), kind: 'quiet' })}</form>`
      : NOTHING
  }${
    visit.may('keys')
      ? html`<a href="${visit.href(`/developers/endpoints/${id}/delete`)}">${visit.plain('delete')}</a>`
      : NOTHING
  }`
