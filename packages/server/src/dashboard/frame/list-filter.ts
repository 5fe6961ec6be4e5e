import { servedNetworks } from '../../domain/chain/served-chain.js'
import { searchedAmount } from '../../domain/orders/searched-amount.js'
import { APP_DECIMALS, parseUsdt, type Usdt } from '../../domain/shared/money.js'
import { amountForField, typedAmount } from '../../domain/shared/typed-amount.js'
import type { Instant, Network, TimeRange } from '../../domain/shared/types.js'
import { NETWORKS } from '../../networks/networks.js'
import type { Query } from '../../pages/visit.js'
import { type Html, joinHtml } from '../../runtime/html.js'
import { hiddenField, type Option } from '../../ui/fields.js'
import { NETWORK_NAMES } from '../../ui/figures.js'
import { filterBar, filterInput, filterRange, filterSelect, type Pill } from '../../ui/filters.js'
import type { Visit } from '../visit.js'
import { dayIn } from './days.js'
import { exportMenu } from './spreadsheet.js'
import { day } from './times.js'

const WEEK_DAYS = 7
/** Periods that end now, each with its word. */
const PERIODS = { today: 'today', week: 'last_7_days', month: 'this_month' } as const
const DATE = { type: 'date' }
const DECIMAL = { inputmode: 'decimal', size: '5' }

/** The filters that lists have in common, as the address has them. Those that cannot be read are left out. */
export interface ListFilter<Status extends string> {
  /** As in the address, for links and fields. */
  readonly query: Query & { readonly status: Status | undefined }
  readonly status: Status | undefined
  readonly network: Network | undefined
  readonly range: TimeRange
  readonly amountMin: Usdt | undefined
  readonly amountMax: Usdt | undefined
  /** The text of the search; an amount with decimals in it is a filter instead. */
  readonly text: string | undefined
}

/** Reads the filters. Days begin and end in the time zone of the merchant. */
export function readListFilter<Status extends string>(
  visit: Visit,
  statuses: readonly Status[],
): ListFilter<Status> {
  const status = statuses.find((each) => each === visit.query('status'))
  const network = NETWORKS.find((each) => each === visit.query('network'))
  const typed = visit.query('q')
  const searched = typed === undefined ? undefined : searchedAmount(typed)
  const times = timesOf(visit)
  const [amountMin, amountMax] = ['min', 'max'].map((name) => amountIn(visit.query(name)))
  const amounts = { min: amountMin && amountForField(amountMin), max: amountMax && amountForField(amountMax) }
  const query = { status, q: typed, network, ...times.query, ...amounts }
  return {
    query,
    ...{ status, network, range: times.range },
    amountMin: amountMin ?? searched,
    amountMax: amountMax ?? searched,
    text: searched === undefined ? typed : undefined,
  }
}

/** Whether anything besides the status selects rows. */
export const isNarrow = (query: Query): boolean =>
  Object.entries(query).some(([name, value]) => name !== 'status' && value !== undefined)

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

/** A filter that only one list has. */
interface Choice {
  readonly name: string
  readonly label: string
  readonly options: readonly Option[]
}

interface ListFilters {
  /** Path of the list. */
  readonly path: string
  readonly label: string
  readonly query: Query
  /** Whether the form has a field for the text; the search of the page has it otherwise. */
  readonly hasText?: boolean
  readonly choice?: Choice
  /** Whether the rows have one network and one amount. */
  readonly hasPayments?: boolean
  /** The number and the sums of the rows that the filters select. */
  readonly summary: Html | undefined
}

/** The form of the filters, the ones that are on, and what they select. All but text and period are folded. */
export function listFilters(visit: Visit, list: ListFilters): Html {
  const { path, label, query, hasText = true, choice, hasPayments = true, summary } = list
  const value = (name: string) => `${query[name] ?? ''}`
  const select = (name: string, title: string, none: string, options: readonly Option[]) => ({
    ...{ name, label: title, value: value(name) },
    options: [{ value: '', text: none }, ...options],
  })
  const end = (name: string, text: string, attributes: Record<string, string>) => ({
    ...{ name, label: text, value: value(name), attributes },
  })
  const all = visit.plain('all')
  const periods = Object.entries(PERIODS).map(([period, key]) => ({ value: period, text: visit.plain(key) }))
  const networks = servedNetworks(visit.services.context).map((each) => ({
    value: each,
    text: NETWORK_NAMES[each],
  }))
  const [from, until] = [visit.plain('from_day'), visit.plain('until_day')]
  const [least, most] = [visit.plain('amount_from'), visit.plain('amount_up_to')]
  const ofText = { name: 'q', label: visit.plain('reference'), value: value('q'), attributes: { size: '14' } }
  const kept = hasText ? ['status'] : ['status', 'q']
  const folded = [choice?.name ?? '', 'from', 'to', 'network', 'min', 'max']
  const ofPayments = [
    filterSelect(select('network', visit.plain('network'), all, networks)),
    filterRange(visit.plain('amount'), end('min', least, DECIMAL), end('max', most, DECIMAL), '–'),
  ]
  return filterBar({
    action: visit.href(path),
    label,
    kept: Object.fromEntries(kept.filter((name) => value(name)).map((name) => [name, value(name)])),
    fields: [
      visit.environmentField,
      ...(hasText ? [filterInput(ofText)] : []),
      filterSelect(select('period', visit.plain('period'), visit.plain('any_time'), periods)),
    ],
    folded: {
      title: visit.plain('more_filters'),
      fields: [
        ...(choice ? [filterSelect(select(choice.name, choice.label, all, choice.options))] : []),
        filterRange(from, end('from', from, DATE), end('to', until, DATE), '–'),
        ...(hasPayments ? ofPayments : []),
      ],
      isOpen: folded.some((name) => query[name] !== undefined),
    },
    pills: pillsOf(visit, path, query, choice),
    clearHref: visit.href(path, { status: query.status }),
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

/** The filters that are on, each with the link without it. */
function pillsOf(visit: Visit, path: string, query: Query, choice: Choice | undefined): Pill[] {
  const dayOf = (text: string) => day(visit, visit.zone.startOf(text))
  const optionOf = (value: string) => choice?.options.find((each) => each.value === value)?.text ?? value
  const words: Readonly<Record<string, (value: string) => string>> = {
    q: (value) => value,
    ...(choice && { [choice.name]: optionOf }),
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
    return [{ text: wordOf(`${value}`), href: visit.href(path, { ...query, [name]: undefined }) }]
  })
}

/** The menu that downloads what the filters select. @param path of the file */
export function exportList(visit: Visit, path: string, query: Query): Html {
  const kept = Object.entries(query).flatMap(([name, each]) =>
    each === undefined ? [] : [hiddenField(name, `${each}`)],
  )
  return exportMenu(visit, path, joinHtml(kept))
}
