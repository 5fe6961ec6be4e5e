import type { Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { ExchangeRate } from './price.js'
import type { RateDocument } from './rate-document.js'
import { RATE_MEMORY_MS, type StoredRate } from './stored-rate.js'

/** How far a rate may be from a known one, in per cent of that one. */
const NEAR_PERCENT = 10n

/**
 * Stores the rates of a document, each unless a newer one is stored. A rate is used if it is near the last one that a person
 * confirmed, or near the median of the rates that were used in seven days. Any other waits for a person: the first of a
 * currency, and every jump.
 */
export async function recordRates(tx: Tx, { at, rates }: RateDocument, source: string): Promise<void> {
  // Rows are locked in one order.
  for (const [currency, rate] of [...rates].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const stored = await tx.rates.lock(currency)
    if (stored && stored.rateAt > at) continue
    const confirmedRate = stored?.confirmedRate ?? null
    await storeRate(tx, { currency, rate, rateAt: at, source, confirmedRate }, stored?.waitingSince ?? at)
  }
}

/** Stores a rate with what follows for its use. @param waitingSince if it waits */
export async function storeRate(
  tx: Tx,
  rate: Omit<StoredRate, 'waitingSince'>,
  waitingSince: Instant,
): Promise<StoredRate> {
  const isUsed = await isTrusted(tx, rate)
  const stored = { ...rate, waitingSince: isUsed ? null : waitingSince }
  await tx.rates.put(stored)
  if (isUsed) await tx.rates.keepHour(rate, rate.rateAt - RATE_MEMORY_MS)
  return stored
}

async function isTrusted(
  tx: Tx,
  { currency, rate, rateAt, confirmedRate }: Omit<StoredRate, 'waitingSince'>,
): Promise<boolean> {
  if (confirmedRate !== null && isNear(rate, confirmedRate)) return true
  const used = await tx.rates.listHours(currency, rateAt - RATE_MEMORY_MS)
  const median = used[Math.floor(used.length / 2)]
  return median !== undefined && isNear(rate, median)
}

/** Whether a rate is at most 10 % away from a known one. */
export function isNear(rate: ExchangeRate, known: ExchangeRate): boolean {
  const distance = rate > known ? rate - known : known - rate
  return distance * 100n <= known * NEAR_PERCENT
}
