import { instantOf } from '../domain/shared/iso-time.js'
import type { TimeRange } from '../domain/shared/types.js'

/** Reads the two ends of a time in a query. */
export const timeRange = (from: string | undefined, to: string | undefined): TimeRange => ({
  from: from === undefined ? undefined : instantOf(from),
  to: to === undefined ? undefined : instantOf(to),
})

/** Like {@link timeRange}; undefined without an end. */
export const timeRangeIfGiven = (from: string | undefined, to: string | undefined): TimeRange | undefined =>
  from === undefined && to === undefined ? undefined : timeRange(from, to)
