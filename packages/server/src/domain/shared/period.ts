import type { Environment, Instant } from './types.js'

/** The rows of an environment from `from` until before `to`. */
export interface Period {
  readonly environment: Environment
  /** Undefined for all merchants. */
  readonly merchantId: string | undefined
  readonly from: Instant
  readonly to: Instant
}

/**
 * How long after its end a period is settled. A row gets its time before its transaction commits, so that rows of the
 * last seconds may still appear.
 */
export const SETTLED_AFTER_MS = 60_000

/** The place of a row in a list that is sorted oldest first. */
export interface Place {
  readonly at: Instant
  readonly id: string
}

/** The place before all rows since `from`. */
export const placeBefore = (from: Instant): Place => ({ at: from, id: '' })

/** One batch of a long list. */
export interface Batch<Row> {
  readonly rows: readonly Row[]
  /** Where the next batch begins; undefined after the last. */
  readonly next: Place | undefined
}
