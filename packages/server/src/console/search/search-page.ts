import { deliveriesNamed, withdrawalsNamed } from '../../domain/orders/named-subjects.js'
import type { Order } from '../../domain/orders/order.js'
import { findNamed, findParts, type Named, searchOrders } from '../../domain/orders/order-search.js'
import { searchedAmount } from '../../domain/orders/searched-amount.js'
import { OPERATORS } from '../../domain/people/person.js'
import { COMPARED_PER_PAGE } from '../../domain/shared/search-window.js'
import type { Environment } from '../../domain/shared/types.js'
import type { OrderFilter } from '../../domain/store/order-tables.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { spellingsOf } from '../../networks/spellings.js'
import type { Query } from '../../pages/visit.js'
import { type Html, html, joinHtml } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { emptyState } from '../../ui/empty-state.js'
import { pageHead } from '../../ui/shell.js'
import { counted } from '../formats.js'
import { merchantNames } from '../merchants/merchant-names.js'
import { orderTable, testMark } from '../orders/order-table.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'

const MOST = 20
const MAX_LENGTH = 200

/** Something that a text names, besides orders. */
interface Hit {
  readonly kind: string
  readonly text: string
  readonly href: string
  /** Where it is of one environment. */
  readonly environment?: Environment
  /** The text is only a part of its name. */
  readonly isPartial?: boolean
}

/** Finds any id, number, hash, address or name by one field. */
export const searchPage: ReadPage = async (tx, visit) => {
  const text = (visit.query('q') ?? '').slice(0, MAX_LENGTH)
  const named = text === '' ? undefined : await findNamed(tx, text, spellingsOf(text))
  const hits = text === '' ? [] : await hitsOf(tx, visit, text, named)
  const orders = text === '' ? [] : await ordersOf(tx, visit, text, named)
  const [only, ...more] = hits
  // One thing that is named exactly opens at once.
  if (only && !only.isPartial && more.length === 0 && orders.length === 0)
    return { kind: 'redirect', to: only.href }
  const names = await merchantNames(
    tx,
    orders.map(({ merchantId }) => merchantId),
  )
  const found = hits.length + orders.length
  const main = html`${pageHead({
    title: text === '' ? 'Search' : `Search: ${text}`,
    line:
      text === ''
        ? 'Write into the field at the top.'
        : `${found === 0 ? 'Nothing' : counted(found, 'result')} for this text.`,
  })}${hits.length === 0 ? '' : card({ id: 'named', title: 'Named', body: hitList(hits, visit) })}${
    orders.length === 0
      ? ''
      : card({ id: 'orders', title: 'Orders', body: orderTable(orders, visit, names), isFlush: true })
  }${found === 0 && text !== '' ? nothing : ''}`
  return { kind: 'content', title: 'Search', section: undefined, visit, main }
}

const nothing = card({
  id: 'nothing',
  body: emptyState({
    icon: 'search',
    title: 'No match',
    text: 'Searched: ids and numbers of orders and withdrawals, ids of deliveries, endpoints, keys, destinations and merchants, platform users, names and e-mail addresses of merchants and of their people; of orders and withdrawals also amounts such as 64.90 and the beginnings of hashes and addresses; of orders words of descriptions and metadata. Amounts and addresses are compared with the newest 10,000 withdrawals, amounts with the newest 10,000 orders. Of ids and numbers of orders, withdrawals, deliveries and payment links 12 characters are enough. The sender of a payment is not searched.',
  }),
})

async function ordersOf(
  tx: Tx,
  visit: Visit,
  text: string,
  named: Named | undefined,
): Promise<readonly Order[]> {
  if (named) return named.by === 'order' || named.by === 'merchant' ? [] : named.orders.slice(0, MOST)
  const { environment } = visit
  const compare = async (filter: OrderFilter) =>
    (await searchOrders(tx, { environment, ...filter }, MOST, undefined, COMPARED_PER_PAGE)).rows
  const amount = searchedAmount(text)
  if (amount !== undefined) return compare({ amountMin: amount, amountMax: amount })
  const parts = await findParts(tx, { environment }, text, { limit: MOST, after: undefined })
  return parts.length > 0 ? parts : compare({ metadataValue: text })
}

async function hitsOf(tx: Tx, visit: Visit, text: string, named: Named | undefined): Promise<Hit[]> {
  const hits: Hit[] = []
  const add = (
    kind: string,
    name: string,
    { environment }: { environment: Environment },
    path: string,
    query?: Query,
  ) => hits.push({ kind, text: name, href: visit.in(environment).path(path, query), environment })
  const [order] = named?.by === 'order' ? named.orders : []
  if (order) add('Order', order.orderNumber, order, `/orders/${order.id}`)
  const merchant = (await tx.merchants.find(text)) ?? (await tx.merchants.findByPlatformUserId(text))
  const merchants = merchant ? [merchant] : await tx.merchants.listByText(text, MOST)
  for (const { id, name } of merchants)
    hits.push({ kind: 'Merchant', text: name, href: visit.path(`/merchants/${id}`), isPartial: !merchant })
  for (const { merchantId, mail, name } of await tx.people.listByMail(text.toLowerCase())) {
    const path = merchantId === OPERATORS ? '/operators' : `/merchants/${merchantId}`
    hits.push({ kind: 'Person', text: `${name}, ${mail}`, href: visit.path(path) })
  }
  for (const each of await withdrawalsNamed(tx, {}, text, MOST))
    add('Withdrawal', each.withdrawalNumber, each, '/withdrawals', { open: each.id })
  for (const each of await deliveriesNamed(tx, text, MOST))
    add('Delivery', each.event.event, each.event, '/deliveries', { open: each.id })
  const endpoint = await tx.webhookHistory.findEndpoint(text)
  if (endpoint) add('Endpoint', endpoint.url, endpoint, `/merchants/${endpoint.merchantId}`)
  const key = await tx.apiKeys.find(text)
  if (key) add('Key', key.keyId, key, `/merchants/${key.merchantId}`)
  const destination = await tx.destinations.find(text)
  if (destination)
    add('Destination', destination.address, destination, `/merchants/${destination.merchantId}`)
  return hits
}

const hitList = (hits: readonly Hit[], visit: Visit): Html =>
  html`<ul>${joinHtml(hits.map(({ kind, text, href, environment }) => html`<li>${kind}: <a href="${visit.services.settings.base}${href}">${text}</a>${testMark(environment, visit)}</li>`))}</ul>`
