import { exchangeRate } from '../../../domain/rates/price.js'
import type { StoredRate } from '../../../domain/rates/stored-rate.js'
import type { RateTable } from '../../../domain/store/rate-tables.js'
import { instantOrNull, type Sql } from '../../sql.js'

interface Row {
  currency: string
  rate: bigint
  rate_at: bigint
  source: string
  waiting_since: bigint | null
  confirmed_rate: bigint | null
}
interface SourceRow {
  asked_at: bigint
  failing_since: bigint | null
  fault: string | null
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** More than ISO 4217 has currencies. */
const MOST_CURRENCIES = 1_000
/** More than seven days have hours. */
const MOST_HOURS = 200

export const rateTable = (sql: Sql): RateTable => ({
  async find(currency) {
    const row = await sql.get<Row>('SELECT * FROM exchange_rates WHERE currency = ?', currency)
    return row && toRate(row)
  },
  async lock(currency) {
    const text = 'UPDATE exchange_rates SET currency = currency WHERE currency = ? RETURNING *'
    const row = await sql.get<Row>(text, currency)
    return row && toRate(row)
  },
  async list() {
    const rows = await sql.all<Row>('SELECT * FROM exchange_rates ORDER BY currency LIMIT ?', MOST_CURRENCIES)
    return rows.map(toRate)
  },
  async put({ currency, rate, rateAt, source, waitingSince, confirmedRate }) {
    await sql.run(
      `INSERT INTO exchange_rates (currency, rate, rate_at, source, waiting_since, confirmed_rate)
       VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (currency) DO UPDATE SET rate = excluded.rate, rate_at = excluded.rate_at, source = excluded.source,
         waiting_since = excluded.waiting_since, confirmed_rate = excluded.confirmed_rate`,
      currency,
      rate,
      rateAt,
      source,
      waitingSince,
      confirmedRate,
    )
  },
  async keepHour({ currency, rate, rateAt }, since) {
    await sql.run(
      'INSERT INTO exchange_rate_hours (currency, hour_at, rate) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      currency,
      Math.floor(rateAt / HOUR_MS) * HOUR_MS,
      rate,
    )
    await sql.run('DELETE FROM exchange_rate_hours WHERE currency = ? AND hour_at < ?', currency, since)
  },
  async listHours(currency, since) {
    const rows = await sql.all<{ rate: bigint }>(
      'SELECT rate FROM exchange_rate_hours WHERE currency = ? AND hour_at >= ? ORDER BY rate LIMIT ?',
      currency,
      since,
      MOST_HOURS,
    )
    return rows.map(({ rate }) => exchangeRate(rate))
  },
  async source() {
    const row = await sql.get<SourceRow>('SELECT * FROM exchange_rate_source WHERE id = 1')
    return {
      askedAt: Number(row?.asked_at ?? 0),
      failingSince: instantOrNull(row?.failing_since ?? null),
      fault: row?.fault ?? null,
    }
  },
  async claimTurn({ now, dueAt }) {
    // A turn more than a day in the future stems from a server with a wrong clock, and does not block this one.
    const claimed = await sql.run(
      'UPDATE exchange_rate_source SET asked_at = ? WHERE id = 1 AND (asked_at <= ? OR asked_at > ?)',
      now,
      dueAt,
      now + DAY_MS,
    )
    return claimed === 1
  },
  async recordAnswer(fault, at) {
    if (fault === null)
      await sql.run('UPDATE exchange_rate_source SET failing_since = NULL, fault = NULL WHERE id = 1')
    else
      await sql.run(
        'UPDATE exchange_rate_source SET failing_since = COALESCE(failing_since, ?), fault = ? WHERE id = 1',
        at,
        fault,
      )
  },
})

const toRate = (row: Row): StoredRate => ({
  currency: row.currency,
  rate: exchangeRate(row.rate),
  rateAt: Number(row.rate_at),
  source: row.source,
  waitingSince: instantOrNull(row.waiting_since),
  confirmedRate: row.confirmed_rate === null ? null : exchangeRate(row.confirmed_rate),
})
