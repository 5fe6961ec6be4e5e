import { instantOf } from '../shared/iso-time.js'
import type { Instant } from '../shared/types.js'
import { type ExchangeRate, parseExchangeRate } from './price.js'

/** The rates that a source gave. */
export interface RateDocument {
  /** When the source was asked. */
  readonly at: Instant
  readonly rates: ReadonlyMap<string, ExchangeRate>
}

/** More than ISO 4217 has currencies. */
const MOST_CURRENCIES = 300
/** How far the clock of a source may be ahead. */
const AHEAD_MS = 60_000
const CURRENCY = /^[A-Z]{3}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/

/** A document of rates that cannot be used. Its message is our own text: it quotes nothing of the document. */
export class UnusableRates extends Error {
  override readonly name = 'UnusableRates'
}

/**
 * Reads the document of a source, `{"at": "…Z", "usdt_per_unit": {"EUR": "1.0834"}}`. One wrong rate makes the whole
 * document unusable.
 *
 * @throws UnusableRates for any other shape, a rate that {@link parseExchangeRate} does not read, and a time that is in
 * the future or older than `maxAgeMs`
 */
export function readRateDocument(text: string, now: Instant, maxAgeMs: number): RateDocument {
  const { at, usdt_per_unit: perUnit, ...others } = requireObject(parsed(text), 'the document')
  if (Object.keys(others).length > 0) throw new UnusableRates('the document has an unknown field')
  const time = typeof at === 'string' && TIME.test(at) && instantOf(at)
  // NaN for a time such as 99:99.
  if (!time) throw new UnusableRates('`at` is not a time in UTC')
  if (time > now + AHEAD_MS) throw new UnusableRates('`at` is in the future')
  if (now - time > maxAgeMs) throw new UnusableRates('`at` is too old')
  const entries = Object.entries(requireObject(perUnit, '`usdt_per_unit`'))
  if (entries.length === 0 || entries.length > MOST_CURRENCIES)
    throw new UnusableRates(`\`usdt_per_unit\` has no currency, or more than ${MOST_CURRENCIES}`)
  return { at: time, rates: new Map(entries.map(readRate)) }
}

function readRate([currency, text]: [string, unknown]): [string, ExchangeRate] {
  if (!CURRENCY.test(currency)) throw new UnusableRates('a currency is not a code of three capitals')
  const rate = typeof text === 'string' ? parseExchangeRate(text) : undefined
  if (rate === undefined)
    throw new UnusableRates(
      `the rate of ${currency} is not a decimal string above 0 and below 1000000, of at most 12 decimals`,
    )
  return [currency, rate]
}

function requireObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new UnusableRates(`${what} is not a JSON object`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnusableRates('the document is not JSON')
  }
}
