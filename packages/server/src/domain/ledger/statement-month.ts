import { instantOf, isoTime } from '../shared/iso-time.js'
import { formatSigned } from '../shared/money.js'
import type { TimeZone } from '../shared/time-zone.js'
import type { Instant, Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { MERCHANT_CODES } from './account.js'
import { readStatement, STATEMENT_LINES, type Statement, totalOf } from './statement.js'

/** Ledger transactions of an environment that a statement on a page may read. Longer ones have the command. */
const MOST_READ = 100_000
const MONTH = /^([0-9]{4})-(0[1-9]|1[0-2])$/

export interface Month {
  readonly from: Instant
  /** The begin of the next month. */
  readonly to: Instant
}

/** Reads a month in UTC such as `2026-10`; undefined for other text. */
export const readMonth = (text: string): Month | undefined => monthIn(text, instantOf)

function monthIn(text: string, startOf: (day: string) => Instant): Month | undefined {
  const [, year, month] = MONTH.exec(text) ?? []
  if (year === undefined || month === undefined) return undefined
  const next =
    month === '12'
      ? `${parseInt(year, 10) + 1}-01`
      : `${year}-${`${parseInt(month, 10) + 1}`.padStart(2, '0')}`
  return { from: startOf(`${text}-01`), to: startOf(`${next}-01`) }
}

/** A month with its name, such as `2026-10`. */
export interface NamedMonth extends Month {
  readonly name: string
}

function monthAt(at: Instant, zone: TimeZone): NamedMonth {
  const name = zone.day(at).slice(0, 7)
  const month = monthIn(name, (day) => zone.startOf(day))
  if (!month) throw new Error(`${name} is no month`)
  return { name, ...month }
}

/** Lists the month of an instant and those before it in a time zone, newest first. */
export function lastMonths(until: Instant, count: number, zone: TimeZone): NamedMonth[] {
  const months: NamedMonth[] = []
  for (let at = until; months.length < count; at = (months.at(-1)?.from ?? at) - 1)
    months.push(monthAt(at, zone))
  return months
}

/** Lists the quarters or the years of months, newest first, each whole. Their names are `2026-Q4` and `2026`. */
export function longPeriods(months: readonly NamedMonth[], length: 3 | 12, zone: TimeZone): NamedMonth[] {
  const names = new Set(
    months.map(({ name }) => {
      const quarter = Math.ceil(parseInt(name.slice(5), 10) / length)
      return `${name.slice(0, 4)}${length === 12 ? '' : `-Q${quarter}`}`
    }),
  )
  return [...names].map((name) => {
    const quarter = parseInt(name.slice(6) || '1', 10)
    const monthOf = (month: number) => `${name.slice(0, 4)}-${`${month}`.padStart(2, '0')}`
    const startOf = (day: string) => zone.startOf(day)
    const first = monthIn(monthOf((quarter - 1) * length + 1), startOf)
    const last = monthIn(monthOf(quarter * length), startOf)
    if (!first || !last) throw new Error(`${name} is no period`)
    return { name, from: first.from, to: last.to }
  })
}

/** Reads a statement on a running server; undefined where the ledger since `from` is too long for that. */
export async function findShortStatement(
  tx: Tx,
  scope: Scope,
  range: Month,
  most = MOST_READ,
): Promise<Statement | undefined> {
  const isLong = await tx.exports.hasMore(scope.environment, range.from, most)
  return isLong ? undefined : readStatement(tx, scope, range)
}

/** A statement as one row of a table, with exact decimals. */
export function statementRow(statement: Statement): Readonly<Record<string, string>> {
  const { merchantId, environment, from, to, opening, closing, lines, frozen, released } = statement
  const balances = (when: string, of: Statement['closing']) =>
    MERCHANT_CODES.map((code) => [`${when}_${code}`, formatSigned(of[code])] as const)
  return {
    merchant_id: merchantId,
    environment,
    currency: 'USDT',
    from: isoTime(from),
    to: isoTime(to),
    opening_balance: formatSigned(totalOf(opening)),
    ...Object.fromEntries(STATEMENT_LINES.map((line) => [line, formatSigned(lines[line])])),
    closing_balance: formatSigned(totalOf(closing)),
    frozen: formatSigned(frozen),
    released: formatSigned(released),
    ...Object.fromEntries([...balances('opening', opening), ...balances('closing', closing)]),
  }
}
