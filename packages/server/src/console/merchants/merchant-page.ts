import { merchantBalances } from '../../domain/ledger/ledger.js'
import type { ApiKey } from '../../domain/merchants/api-key.js'
import type { Merchant } from '../../domain/merchants/merchant.js'
import { surchargeText } from '../../domain/merchants/surcharge.js'
import { searchOrders } from '../../domain/orders/order-search.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { badge, statusBadge } from '../../ui/badge.js'
import { type ButtonOptions, buttonLink, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { emptyState } from '../../ui/empty-state.js'
import { stats } from '../../ui/facts.js'
import { money, percent } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import { table } from '../../ui/table.js'
import { auditTable } from '../audit/audit-table.js'
import { age, counted, day } from '../formats.js'
import { orderTable } from '../orders/order-table.js'
import type { ConsolePage, ReadPage } from '../page.js'
import { notFoundPage } from '../search/not-found-page.js'
import type { Visit } from '../visit.js'
import { destinationsCard } from './destinations.js'
import { endpointsCard } from './endpoints.js'
import { peopleCard } from './people.js'

const LATEST = 10

/** One merchant: its balances, keys, endpoints, latest orders, and what operators did with it. */
export const merchantPage: ReadPage = async (tx, visit): Promise<ConsolePage> => {
  const id = visit.param('id')
  const merchant = await tx.merchants.find(id)
  if (!merchant) return notFoundPage(visit, 'merchants', `There is no merchant ${id}.`, id)
  const { environment } = visit
  const stop = await tx.payoutStops.find({ merchantId: id, environment })
  const { rows: orders } = await searchOrders(tx, { environment, merchantId: id }, LATEST)
  const latest =
    orders.length === 0
      ? emptyState({
          icon: 'receipt',
          title: 'No orders yet',
          text: `The merchant has none in ${environment}.`,
        })
      : orderTable(orders, visit)
  const entries = await tx.audit.list({ subject: id, limit: LATEST })
  const main = html`${pageHead({
    path: {
      label: 'Place',
      link: { href: visit.href('/merchants'), text: 'Merchants' },
      here: html`<span class="mono">${merchant.id}</span>`,
    },
    title: merchant.name,
    badges: html`${statusBadge(merchant.status)}${stop ? html` ${badge({ tone: 'bad', icon: 'pause', text: 'Payouts stopped', title: stop.reason })}` : NOTHING}`,
    line: html`${merchant.email}, registered ${day(merchant.createdAt)}, platform user <span class="mono">${merchant.platformUserId}</span>`,
    actions: actionsOf(merchant, stop !== undefined, visit),
  })}${await balancesOf(tx, merchant, visit)}${peopleCard(await tx.people.list(id), id, visit)}${keysCard(await tx.apiKeys.list(id), merchant, visit)}${await endpointsCard(tx, merchant, visit)}${await destinationsCard(tx, merchant, visit)}${card(
    {
      id: 'latest',
      title: 'Latest orders',
      aside: html`<a href="${visit.href('/orders', { merchant: id })}">All orders</a> · <a href="${visit.href('/withdrawals', { merchant: id })}">Withdrawals</a>`,
      body: latest,
      isFlush: true,
    },
  )}${card({
    id: 'audit',
    title: 'Audit',
    aside: html`<a href="${visit.href('/audit', { subject: id })}">All entries</a>`,
    body: auditTable(entries, visit),
    isFlush: true,
  })}`
  return { kind: 'content', title: merchant.name, section: 'merchants', visit, main }
}

function actionsOf({ id, status }: Merchant, arePayoutsStopped: boolean, visit: Visit): Html {
  const link = (text: string, action: string, options: Pick<ButtonOptions, 'kind' | 'icon'> = {}) =>
    buttonLink({ text, href: visit.href(`/merchants/${id}/${action}`), ...options })
  const links: Html[] = []
  if (visit.may('dashboard link')) links.push(link('Sign-in link', 'sign-in-link', { icon: 'link' }))
  if (visit.may('merchants tier')) links.push(link('Change tier', 'tier'))
  if (visit.may('merchants surcharge')) links.push(link('Surcharge', 'surcharge'))
  const payouts = `/controls/payouts/${id}`
  if (arePayoutsStopped && visit.may('payouts resume'))
    links.push(buttonLink({ text: 'Resume payouts', href: visit.href(`${payouts}/resume`) }))
  if (!arePayoutsStopped && visit.may('payouts stop'))
    links.push(buttonLink({ text: 'Stop payouts', href: visit.href(`${payouts}/stop`) }))
  if (visit.may('merchants suspend') && status !== 'SUSPENDED')
    links.push(link('Suspend', 'suspend', { kind: 'danger' }))
  if (visit.may('merchants activate') && status !== 'ACTIVE')
    links.push(link('Activate', 'activate', { kind: 'primary' }))
  return buttons(...links)
}

const surchargeNote = (surcharge: bigint): string =>
  surcharge === 0n ? '' : `, ${surchargeText(surcharge)} % on prices`

async function balancesOf(tx: Tx, { id, tier, surcharge }: Merchant, visit: Visit): Promise<Html> {
  const { environment, services } = visit
  const balances = await merchantBalances(tx, { merchantId: id, environment })
  const of = (label: string, amount: bigint, note: string) => ({
    label,
    value: money(amount),
    unit: 'USDT',
    note,
  })
  return stats([
    of('Available', balances.available, 'may be withdrawn'),
    of('Held', balances.held, 'withdrawals, app payments'),
    of('Frozen', balances.frozen, balances.frozen === 0n ? 'no frozen orders' : 'in frozen orders'),
    balances.shortfall === 0n
      ? {
          label: 'Tier',
          value: tier.toLowerCase(),
          note: `${percent(services.context.policy.feeRates[tier])} fee of new orders${surchargeNote(surcharge)}`,
        }
      : of('Shortfall', balances.shortfall, 'owed by the merchant'),
  ])
}

function keysCard(keys: readonly ApiKey[], { id }: Merchant, visit: Visit): Html {
  const active = keys.filter(({ revokedAt }) => revokedAt === null)
  const create = visit.may('keys create')
    ? buttonLink({ text: 'Create key', icon: 'plus', href: visit.href(`/merchants/${id}/create-key`) })
    : NOTHING
  const body =
    keys.length === 0
      ? emptyState({
          icon: 'key',
          title: 'No keys yet',
          text: 'The merchant cannot call the API.',
        })
      : table({
          caption: 'API keys, newest first',
          rows: keys,
          columns: [
            { title: 'Name', place: 'name', cell: ({ name }) => html`<b>${name || 'without a name'}</b>` },
            {
              title: 'Key',
              place: 'note',
              cell: ({ keyId }) => html`<span class="mono" title="${keyId}">${keyId.slice(0, 12)}…</span>`,
            },
            { title: 'Scopes', place: 'more', cell: ({ scopes }) => scopes.join(', ') },
            {
              title: 'Environment',
              place: 'amount',
              cell: ({ environment }) =>
                environment === 'live'
                  ? badge({ tone: 'ok', icon: 'check-circle', text: 'Live' })
                  : badge({ tone: 'grey', text: 'Test' }),
            },
            {
              title: 'Last used',
              place: 'none',
              cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : `${age(lastUsedAt, visit.now)} ago`),
            },
            { title: 'State', place: 'status', cell: (key) => stateOf(key, visit) },
          ],
        })
  return card({
    id: 'keys',
    title: 'API keys',
    aside: html`${counted(active.length, 'active key')} ${create}`,
    body,
    isFlush: true,
  })
}

function stateOf({ keyId, merchantId, revokedAt }: ApiKey, visit: Visit): Html {
  if (revokedAt !== null) return badge({ tone: 'grey', text: 'revoked' })
  if (!visit.may('keys revoke')) return badge({ tone: 'ok', text: 'active' })
  const href = visit.href(`/merchants/${merchantId}/keys/${keyId}/revoke`)
  return html`<a href="${href}">Revoke<span class="only-read"> ${keyId}</span></a>`
}
