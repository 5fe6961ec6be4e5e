import { lastMonths } from '../../domain/ledger/statement-month.js'
import { instantOf } from '../../domain/shared/iso-time.js'
import { DAY_MS } from '../../domain/shared/policy.js'
import type { Instant } from '../../domain/shared/types.js'
import { dayIn } from '../frame/days.js'
import type { Visit } from '../visit.js'

/** The periods that the page offers, besides days that are typed. */
export const PERIODS = ['week', 'days', 'month', 'year'] as const
export type ChartPeriodName = (typeof PERIODS)[number] | 'range'

const DAYS_OF = { week: 7, days: 30 } as const
const MONTHS_OF_YEAR = 12
/** Longer periods have a bar for each month. */
const MOST_DAYS = 62
const MOST_MONTHS = 60

/** The period of a chart, with the begin of each bar, oldest first. */
export interface ChartPeriod {
  readonly name: ChartPeriodName
  readonly unit: 'day' | 'month'
  readonly begins: readonly Instant[]
  /** The first instant after the last bar; undefined where that bar is the present one. */
  readonly to: Instant | undefined
  /** The begin of as many days before, to compare with; undefined for a period that has none. */
  readonly beforeFrom: Instant | undefined
  /** The days that were typed. */
  readonly typed: { readonly from: string; readonly to: string } | undefined
}

/** Reads the period that the address asks for; 30 days unless it names another one. */
export function chartPeriod(visit: Visit): ChartPeriod {
  const { now, zone } = visit
  const typed = typedPeriod(visit)
  if (typed) return typed
  const name = PERIODS.find((each) => each === visit.query('chart')) ?? 'days'
  const rest = { name, to: undefined, typed: undefined } as const
  if (name === 'year') {
    const begins = lastMonths(now, MONTHS_OF_YEAR, zone)
      .map(({ from }) => from)
      .reverse()
    return { ...rest, unit: 'month', begins, beforeFrom: undefined }
  }
  if (name === 'month') {
    const begins = zone.lastDays(now, parseInt(zone.day(now).slice(8), 10))
    return { ...rest, unit: 'day', begins, beforeFrom: undefined }
  }
  const count = DAYS_OF[name]
  const both = zone.lastDays(now, 2 * count)
  return { ...rest, unit: 'day', begins: both.slice(count), beforeFrom: both[0] }
}

/** The days from one to another, at most until today; undefined unless both were typed in their order. */
function typedPeriod(visit: Visit): ChartPeriod | undefined {
  const { now, zone } = visit
  const first = dayIn(visit, visit.query('from'))
  const last = dayIn(visit, visit.query('to'))
  if (!first || !last || first.day > last.day || first.day > zone.day(now)) return undefined
  const end = Math.min(last.end, now)
  const count = (instantOf(zone.day(end)) - instantOf(first.day)) / DAY_MS + 1
  const typed = { from: first.day, to: last.day }
  const rest = {
    name: 'range',
    to: last.end < now ? last.end + 1 : undefined,
    beforeFrom: undefined,
    typed,
  } as const
  if (count <= MOST_DAYS) return { ...rest, unit: 'day', begins: zone.lastDays(end, count) }
  const months = lastMonths(end, MOST_MONTHS, zone).filter(({ to }) => to > zone.startOf(first.day))
  const begins = months.map(({ from }) => from).reverse()
  // The first bar begins with the day that was typed.
  return {
    ...rest,
    unit: 'month',
    begins: [Math.max(begins[0] ?? end, zone.startOf(first.day)), ...begins.slice(1)],
  }
}
