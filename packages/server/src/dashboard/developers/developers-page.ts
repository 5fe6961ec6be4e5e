import type { ApiKey } from '../../domain/merchants/api-key.js'
import { API_KEYS_PER_ENVIRONMENT } from '../../domain/shared/policy.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { linkButton } from '../../pages/parts.js'
import { refusalNotice } from '../../pages/refusal.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { buttonLink, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { pageHead } from '../../ui/shell.js'
import { table } from '../../ui/table.js'
import { deliveriesTable, findDeliveries } from '../deliveries/delivery-table.js'
import type { DashboardPage, ReadPage } from '../page.js'
import { type NewSecret, secretNotice } from '../secret-notice.js'
import type { Visit } from '../visit.js'
import { endpointsCard } from './endpoints-card.js'

const LATEST = 5

/** Keys, endpoints, and the newest deliveries. */
export const developersPage: ReadPage = (tx, visit) => developersPageWith(tx, visit)

export async function developersPageWith(tx: Tx, visit: Visit, made?: NewSecret): Promise<DashboardPage> {
  const keys = (await tx.apiKeys.list(visit.caller.merchantId)).filter(
    ({ revokedAt, environment }) => revokedAt === null && environment === visit.caller.environment,
  )
  const endpoints = await tx.webhookEndpoints.list(visit.caller)
  const deliveries = await findDeliveries(tx, visit, { limit: LATEST })
  const main = html`${pageHead({
    title: visit.plain('developers'),
    line: html`${visit.text('developers_text')} ${visit.timesIn}`,
    actions: buttons(
      buttonLink({
        text: visit.plain('api_reference'),
        icon: 'book',
        href: `${visit.services.settings.publicUrl()}/docs`,
      }),
      ...(visit.may('keys')
        ? [linkButton(visit, 'create_key', '/developers/keys/new', { kind: 'primary', icon: 'plus' })]
        : []),
    ),
  })}${refusalNotice(visit)}${made ? secretNotice(visit, made) : NOTHING}${keysCard(visit, keys)}${await endpointsCard(tx, visit, endpoints)}${card(
    {
      id: 'deliveries',
      title: visit.plain('deliveries'),
      aside: html`<a href="${visit.href('/deliveries')}">${visit.plain('all_deliveries')}</a>`,
      isFlush: true,
      body: deliveriesTable(visit, deliveries, endpoints),
    },
  )}`
  return { kind: 'content', title: visit.plain('developers'), section: 'developers', main }
}

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
          cell: ({ keyId }) => html`<span class="mono">${visit.exact(keyId)}</span>`,
        },
        { title: visit.plain('scopes'), place: 'note', cell: ({ scopes }) => visit.exact(scopes.join(', ')) },
        {
          title: visit.plain('last_used'),
          place: 'none',
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? visit.text('never') : visit.time(lastUsedAt)),
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
