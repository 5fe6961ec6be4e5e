import { lastMonths, longPeriods, type NamedMonth } from '../../domain/ledger/statement-month.js'
import { DomainError } from '../../domain/shared/errors.js'
import { month as monthText } from '../frame/times.js'
import type { Visit } from '../visit.js'

/** Months that the page offers, this one included. */
const MONTHS = 13
const QUARTER = 3
const YEAR = 12

/** The periods since the merchant's first one: months, then quarters, then years, newest first. */
export function periodsOf({ now, caller, zone }: Visit): NamedMonth[] {
  const months = lastMonths(now, MONTHS, zone).filter(({ to }) => to > caller.merchant.createdAt)
  return [...months, ...longPeriods(months, QUARTER, zone), ...longPeriods(months, YEAR, zone)]
}

/** @throws not_found for a period that is not offered */
export function chosenPeriod(visit: Visit): NamedMonth {
  const periods = periodsOf(visit)
  const asked = visit.query('period')
  const period = asked === undefined ? periods[0] : periods.find(({ name }) => name === asked)
  if (period === undefined) throw new DomainError('not_found')
  return period
}

/** `November 2026`, `Q4 2026` or `2026`. */
export function periodName(visit: Visit, { name, from }: NamedMonth): string {
  const [year = '', part] = name.split('-')
  if (part === undefined) return year
  return part.startsWith('Q') ? `${part} ${year}` : monthText(visit, from)
}
