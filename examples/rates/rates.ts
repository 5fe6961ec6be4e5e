import { ONE, ratio, readDecimal, writeDecimal } from './decimal.js'

/** The reference rates of one day: units of each currency for one EUR, 1e-12. */
export interface ReferenceRates {
  /** `2026-11-27` */
  readonly day: string
  readonly perEur: ReadonlyMap<string, bigint>
}

/** The document that the server reads. */
export interface RateDocument {
  readonly at: string
  readonly usdt_per_unit: Readonly<Record<string, string>>
}

const DAY_MS = 86_400_000
/** The longest pause of the ECB: from the Thursday before Easter to the Tuesday after it, and a day. */
const OLDEST_DAYS = 6
/** A USDT that is not worth about a dollar is for a person to judge. */
const CLOSE_TO_USD = { least: 950_000_000_000n, most: 1_050_000_000_000n }

/** Reads `eurofxref-daily.xml` of the ECB. */
export function readReferenceRates(xml: string): ReferenceRates {
  const [, day] = /<Cube time=['"](\d{4}-\d\d-\d\d)['"]/.exec(xml) ?? []
  if (day === undefined) throw new Error('the reference rates have no day')
  const found = xml.matchAll(/<Cube currency=['"]([A-Z]{3})['"] rate=['"]([\d.]+)['"]\s*\/>/g)
  const perEur = new Map(
    [...found].map(([, currency = '', rate = '']) => [currency, readDecimal(rate, currency)]),
  )
  if (!perEur.has('USD')) throw new Error('the reference rates have no USD')
  return { day, perEur: perEur.set('EUR', readDecimal('1', 'EUR')) }
}

/** Reads the ticker of USDT in USD, in the form of Kraken. @returns USD for one USDT, 1e-12 */
export function readTicker(text: string): bigint {
  const { error, result } = JSON.parse(text) as {
    error?: unknown[]
    result?: Record<string, { c?: unknown[] }>
  }
  if (error && error.length > 0) throw new Error(`the exchange answers ${error.join(', ')}`)
  const [pair] = Object.values(result ?? {})
  const price = readDecimal(`${pair?.c?.[0]}`, 'the last price of USDT')
  if (price < CLOSE_TO_USD.least || price > CLOSE_TO_USD.most)
    throw new Error('USDT is not worth about a dollar')
  return price
}

/** Makes the document: USDT for one of each currency is its worth in USD, divided by that of USDT. */
export function documentOf({ day, perEur }: ReferenceRates, usdPerUsdt: bigint, now: Date): RateDocument {
  if (now.getTime() - Date.parse(day) > OLDEST_DAYS * DAY_MS)
    throw new Error(`the reference rates are of ${day}`)
  const usdPerEur = perEur.get('USD') ?? 0n
  const rates = [...perEur].map(([currency, units]) => {
    return [currency, writeDecimal(ratio(usdPerEur * ONE, units * usdPerUsdt))]
  })
  return { at: now.toISOString(), usdt_per_unit: Object.fromEntries(rates.sort()) }
}
