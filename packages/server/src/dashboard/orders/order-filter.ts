import { servedNetworks } from '../../domain/chain/served-chain.js'
import { ORDER_STATUSES } from '../../domain/orders/order.js'
import { searchedAmount } from '../../domain/orders/searched-amount.js'
import { APP_DECIMALS, parseUsdt, type Usdt } from '../../domain/shared/money.js'
import { amountForField, typedAmount } from '../../domain/shared/typed-amount.js'
import type { Instant, TimeRange } from '../../domain/shared/types.js'
import type { OrderFilter } from '../../domain/store/order-tables.js'
import { NETWORKS } from '../../networks/networks.js'
import type { Query } from '../../pages/visit.js'
import { type Html, joinHtml } from '../../runtime/html.js'
import { hiddenField } from '../../ui/fields.js'
import { NETWORK_NAMES } from '../../ui/figures.js'
import { filterBar, filterRange, filterSelect, type Pill } from '../../ui/filters.js'
import { dayIn } from '../frame/days.js'
import { exportMenu } from '../frame/spreadsheet.js'
import { day } from '../frame/times.js'
import type { Visit } from '../visit.js'

const PATH = '/orders'
const WEEK_DAYS = 7
/** Periods that end now, each with its word. */
const PERIODS = { today: 'today', week: 'last_7_days', month: 'this_month' } as const
const DATE = { type: 'date' }
const DECIMAL = { inputmode: 'decimal', size: '5' }

/** The filters of the address. Those that cannot be read are left out. */
export interface ReadFilter {
  /** As in the address, for links and fields. */
  readonly query: Query & { readonly status: OrderFilter['status'] }
  readonly filter: OrderFilter
  /** The text of the search; an amount with decimals in it is a filter instead. */
  readonly text: string | undefined
  /** Whether anything besides the status selects orders. */
  readonly isNarrow: boolean
}

/** Reads the filters. Days begin and end in the time zone of the merchant. */
export function readOrderFilter(visit: Visit): ReadFilter {
  const { merchantId, environment } = visit.caller
  const status = ORDER_STATUSES.find((each) => each === visit.query('status'))
  const network = NETWORKS.find((each) => each === visit.query('network'))
  const text = visit.query('q')
  const times = timesOf(visit)
  const [amountMin, amountMax] = ['min', 'max'].map((name) => amountIn(visit.query(name)))
  const searched = text === undefined ? undefined : searchedAmount(text)
  const since = visit.ordersSince
  const amounts = { min: amountMin && amountForField(amountMin), max: amountMax && amountForField(amountMax) }
  const narrow = { q: text, network, ...times.query, ...amounts }
  return {
    query: { status, ...narrow },
    filter: {
      ...{
        merchantId,
        environment,
        status,
        network,
        ...times.range,
        ...(since && { from: Math.max(since, times.range.from ?? 0) }),
      },
      amountMin: amountMin ?? searched,
      amountMax: amountMax ?? searched,
    },
    text: searched === undefined ? text : undefined,
    isNarrow: since !== undefined || Object.values(narrow).some((value) => value !== undefined),
  }
}

/** Days that are given go before a period. */
function timesOf(visit: Visit): { query: Query; range: TimeRange } {
  const { zone, now } = visit
  const [from, to] = ['from', 'to'].map((name) => dayIn(visit, visit.query(name)))
  if (from ?? to) {
    const range = { from: from && zone.startOf(from.day), to: to && to.end + 1 }
    return { query: { from: from?.day, to: to?.day }, range }
  }
  const today = zone.day(now)
  const starts: Readonly<Record<keyof typeof PERIODS, () => Instant | undefined>> = {
    today: () => zone.startOf(today),
    week: () => zone.lastDays(now, WEEK_DAYS)[0],
    month: () => zone.startOf(today.replace(/..$/, '01')),
  }
  const period = periodIn(visit)
  return { query: { period }, range: { from: period && starts[period]() } }
}

const periodIn = (visit: Visit) =>
  (['today', 'week', 'month'] as const).find((each) => each === visit.query('period'))

const amountIn = (text: string | undefined): Usdt | undefined =>
  text === undefined ? undefined : parseUsdt(typedAmount(text), APP_DECIMALS)

/** The form of the filters, the ones that are on, and what they select. */
export function orderFilters(visit: Visit, { query }: ReadFilter, summary: Html | undefined): Html {
  const value = (name: string) => `${query[name] ?? ''}`
  const end = (name: string, label: string, attributes: Record<string, string>) => ({
    name,
    label,
    value: value(name),
    attributes,
  })
  const periods = [
    { value: '', text: visit.plain('any_time') },
    ...Object.entries(PERIODS).map(([period, key]) => ({ value: period, text: visit.plain(key) })),
  ]
  const networks = [
    { value: '', text: visit.plain('all') },
    ...servedNetworks(visit.services.context).map((each) => ({ value: each, text: NETWORK_NAMES[each] })),
  ]
  const kept = Object.entries({ status: query.status, q: query.q }).flatMap(([name, each]) =>
    each === undefined ? [] : [[name, `${each}`]],
  )
  const [from, until] = [visit.plain('from_day'), visit.plain('until_day')]
  const [least, most] = [visit.plain('amount_from'), visit.plain('amount_up_to')]
  return filterBar({
    action: visit.href(PATH),
    label: visit.plain('filter_orders'),
    kept: Object.fromEntries(kept),
    fields: [
      visit.environmentField,
      filterSelect({
        name: 'period',
        label: visit.plain('period'),
        value: value('period'),
        options: periods,
      }),
      filterRange(from, end('from', from, DATE), end('to', until, DATE), '–'),
      filterSelect({
        name: 'network',
        label: visit.plain('network'),
        value: value('network'),
        options: networks,
      }),
      filterRange(visit.plain('amount'), end('min', least, DECIMAL), end('max', most, DECIMAL), '–'),
    ],
    pills: pillsOf(visit, query),
    clearHref: visit.href(PATH, { status: query.status }),
    ...(summary && { summary }),
    words: {
      apply: visit.plain('apply'),
      clear: visit.plain('clear_filters'),
      remove: visit.plain('remove_filter'),
    },
  })
}

function networkName(text: string): string {
  const network = NETWORKS.find((each) => each === text)
  return network ? NETWORK_NAMES[network] : text
}

/** The menu that downloads what the filters select. */
export function exportOrders(visit: Visit, { query }: ReadFilter): Html {
  const kept = Object.entries(query).flatMap(([name, each]) =>
    each === undefined ? [] : [hiddenField(name, `${each}`)],
  )
  return exportMenu(visit, `${PATH}.csv`, joinHtml(kept))
}

/** The filters that are on, each with the link without it. */
function pillsOf(visit: Visit, query: Query): Pill[] {
  const dayOf = (text: string) => day(visit, visit.zone.startOf(text))
  const words: Readonly<Record<string, (value: string) => string>> = {
    q: (value) => value,
    period: () => visit.plain(PERIODS[periodIn(visit) ?? 'today']),
    from: (value) => `${visit.plain('from_day')} ${dayOf(value)}`,
    to: (value) => `${visit.plain('until_day')} ${dayOf(value)}`,
    network: networkName,
    min: (value) => `${visit.plain('amount_from')} ${value}`,
    max: (value) => `${visit.plain('amount_up_to')} ${value}`,
  }
  return Object.entries(words).flatMap(([name, wordOf]) => {
    const value = query[name]
    if (value === undefined) return []
    return [{ text: wordOf(`${value}`), href: visit.href(PATH, { ...query, [name]: undefined }) }]
  })
}
