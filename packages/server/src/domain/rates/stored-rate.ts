import type { Instant } from '../shared/types.js'
import type { ExchangeRate } from './price.js'

/** The newest rate of a currency, without any merchant's surcharge. */
export interface StoredRate {
  readonly currency: string
  readonly rate: ExchangeRate
  /** When the source was asked. */
  readonly rateAt: Instant
  /** The host of the source. */
  readonly source: string
  /** Since when the rate waits for a person, and is not used; null while it is used. */
  readonly waitingSince: Instant | null
  /** The last rate that a person confirmed. */
  readonly confirmedRate: ExchangeRate | null
}

const DAY_MS = 86_400_000

/** How far back the median of a currency goes. A currency that the source left out for as long is not supported any more. */
export const RATE_MEMORY_MS = 7 * DAY_MS
