import type { Config } from '../config/settings.js'
import type { Clock } from '../domain/shared/types.js'
import { createRateLimit, type RateLimits } from '../http/limits/rate-limit.js'
import { createSharedRateLimit } from '../http/limits/shared-rate-limit.js'
import { StreamCounts } from '../http/streams/stream-counts.js'
import { openSharedCounters } from '../storage/open.js'

export interface SharedCounts {
  readonly limits: RateLimits
  readonly streams: StreamCounts
  close(): Promise<void>
}

/** Opens the limits and stream counts: in memory for the one server of a SQLite file, shared by the servers of a PostgreSQL. */
export async function openSharedCounts({ database }: Config, clock: Clock): Promise<SharedCounts> {
  const now = () => clock.real()
  const counters = await openSharedCounters(database, now)
  const streams = new StreamCounts(counters)
  await streams.begin()
  return {
    limits: (options) =>
      counters
        ? createSharedRateLimit(counters, now, options)
        : createRateLimit(options.points, options.windowSeconds),
    streams,
    async close() {
      streams.stop()
      await counters?.close()
    },
  }
}
