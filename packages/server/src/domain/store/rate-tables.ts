import type { ExchangeRate } from '../rates/price.js'
import type { StoredRate } from '../rates/stored-rate.js'
import type { Instant } from '../shared/types.js'

/** The source of rates, as the servers last found it. */
export interface RateSource {
  /** When a server last asked it; 0 before the first time. */
  readonly askedAt: Instant
  /** Since when it gives no usable answer; null while it does. */
  readonly failingSince: Instant | null
  readonly fault: string | null
}

export interface RateTable {
  find(currency: string): Promise<StoredRate | undefined>
  /** Like `find`, and locks the row until the transaction ends. */
  lock(currency: string): Promise<StoredRate | undefined>
  /** Lists the rates of all currencies, by code. */
  list(): Promise<StoredRate[]>
  put(rate: StoredRate): Promise<void>
  /** Keeps a used rate as that of its hour, unless the hour has one, and deletes hours before `since`. */
  keepHour(rate: Pick<StoredRate, 'currency' | 'rate' | 'rateAt'>, since: Instant): Promise<void>
  /** Lists the rates of the hours since then, smallest first. */
  listHours(currency: string, since: Instant): Promise<ExchangeRate[]>
  source(): Promise<RateSource>
  /** Takes the turn to ask the source: false if another server took one after `dueAt`. */
  claimTurn(times: { readonly now: Instant; readonly dueAt: Instant }): Promise<boolean>
  /** Records how the source answered; null for a usable document. */
  recordAnswer(fault: string | null, at: Instant): Promise<void>
}
