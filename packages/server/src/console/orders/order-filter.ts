import { ORDER_STATUSES, type OrderStatus } from '../../domain/orders/order.js'
import { searchedAmount } from '../../domain/orders/searched-amount.js'
import { APP_DECIMALS, parseUsdt, type Usdt } from '../../domain/shared/money.js'
import { DAY_MS } from '../../domain/shared/policy.js'
import { amountForField, typedAmount } from '../../domain/shared/typed-amount.js'
import type { Instant, Position } from '../../domain/shared/types.js'
import type { OrderFilter } from '../../domain/store/order-tables.js'
import { NETWORKS } from '../../networks/networks.js'
import type { Query } from '../../pages/visit.js'
import type { Pill } from '../../ui/filters.js'
import { readPosition } from '../../ui/position.js'
import { placeOf } from '../lists/pages.js'
import type { Visit } from '../visit.js'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The filters of the address. Those that cannot be read are left out. */
export interface ReadFilter {
  /** As in the address, for links and fields. */
  readonly query: Query
  readonly filter: OrderFilter
  /** The text of the search; an amount with decimals is a filter instead. */
  readonly text: string | undefined
  readonly status: OrderStatus | undefined
  readonly after: Position | undefined
}

export function readOrderFilter(visit: Visit): ReadFilter {
  const status = ORDER_STATUSES.find((each) => each === visit.query('status'))
  const network = NETWORKS.find((each) => each === visit.query('network'))
  const merchant = visit.query('merchant')
  const from = dayOf(visit.query('from'))
  const to = dayOf(visit.query('to'))
  const min = amountOf(visit.query('min'))
  const max = amountOf(visit.query('max'))
  const text = visit.query('text')
  const searched = text === undefined ? undefined : searchedAmount(text)
  const query = {
    status,
    network,
    merchant,
    from: from === undefined ? undefined : visit.query('from'),
    to: to === undefined ? undefined : visit.query('to'),
    min: min === undefined ? undefined : amountForField(min),
    max: max === undefined ? undefined : amountForField(max),
    text,
  }
  const filter: OrderFilter = {
    environment: visit.environment,
    status,
    network,
    merchantId: merchant,
    from,
    to: to === undefined ? undefined : to + DAY_MS,
    amountMin: min ?? searched,
    amountMax: max ?? searched,
  }
  return {
    query,
    filter,
    text: searched === undefined ? text : undefined,
    status,
    after: readPosition(placeOf(visit)),
  }
}

/** The day of the text in UTC, at its start. A day that its month does not have is none. */
function dayOf(text: string | undefined): Instant | undefined {
  const at = text !== undefined && DAY.test(text) ? Date.parse(text) : Number.NaN
  return new Date(at || 0).toISOString().startsWith(`${text}T`) ? at : undefined
}

const amountOf = (text: string | undefined): Usdt | undefined =>
  text === undefined ? undefined : parseUsdt(typedAmount(text), APP_DECIMALS)

/** The filters that are on, each with the link without it. */
export function pillsOf(visit: Visit, { query }: ReadFilter, merchantName: string | undefined): Pill[] {
  const words: Readonly<Record<string, (value: string) => string>> = {
    text: (value) => `Contains ${value}`,
    merchant: (value) => `Merchant ${merchantName ?? value}`,
    network: (value) => `Network ${value}`,
    from: (value) => `From ${value}`,
    to: (value) => `Until ${value}`,
    min: (value) => `Amount from ${value}`,
    max: (value) => `Amount up to ${value}`,
  }
  return Object.entries(words).flatMap(([name, wordsOf]) => {
    const value = query[name]
    if (value === undefined) return []
    return [{ text: wordsOf(`${value}`), href: visit.href('/orders', { ...query, [name]: undefined }) }]
  })
}
