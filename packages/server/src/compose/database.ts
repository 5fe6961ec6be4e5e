import type { Order } from '../domain/orders/order.js'
import { NewestOrders } from '../domain/recovery/newest-orders.js'
import { Feed } from '../http/streams/feed.js'
import { watchedStaleReads, watchedStore } from '../observability/watched-store.js'
import { RETRY_AT_START, whenReachable } from '../storage/database-unreachable.js'
import { openStore } from '../storage/open.js'
import { openStaleReads } from '../storage/stale-reads.js'
import type { WorkerLoops } from '../workers/worker-loops.js'
import type { Base } from './base.js'
import { commitReporter } from './commits.js'
import { Hints } from './hints.js'
import { restoreClock } from './restored-clock.js'
import type { ServerOptions } from './server.js'
import { openSharedCounts } from './shared-counts.js'

/** EX_IOERR of sysexits.h. */
const EXIT_DAMAGED = 74

export type Database = Awaited<ReturnType<typeof openDatabase>>

/**
 * Opens the store, and what follows from its commits: the feeds of the streams, and the shared counts.
 *
 * @throws DatabaseUnreachable when the database is not reachable within `databaseRetry.forMs`
 */
export async function openDatabase(
  { config, log, ...options }: ServerOptions,
  { metrics, time, clock, movableClock }: Base,
  loops: WorkerLoops,
) {
  const feed = new Feed<Order>()
  const deliveryFeed = new Feed()
  const newest = new NewestOrders()
  const hints = new Hints({ feed, deliveryFeed, loops, log })
  const onDamage = (error: Error) => {
    log.fatal({ err: error }, 'the database may be damaged: the next start checks it')
    process.exit(EXIT_DAMAGED)
  }
  const storeOptions = {
    database: config.database,
    now: clock.real(),
    hints,
    onCommit: commitReporter({ feed, deliveryFeed, movableClock, metrics, newest, loops, log }),
    onDamage,
    meter: metrics?.store,
  }
  const opened = await whenReachable(
    () => (options.openStore ?? openStore)(storeOptions),
    options.databaseRetry ?? RETRY_AT_START,
    (error) => log.warn({ reason: error.message }, 'waiting for the database'),
  )
  const store = watchedStore(opened)
  const staleReads = await openStaleReads({
    database: config.database,
    store: opened,
    now: () => time.monotonic(),
    onChange: (fault) =>
      fault === undefined
        ? log.info('lists and exports are read from the replica')
        : log.warn({ reason: fault }, 'the replica is not used: lists and exports are read from the primary'),
  })
  hints.begin(store)
  await restoreClock(store, movableClock)
  const counts = await openSharedCounts(config, clock)
  return {
    ...{ store, staleReads: watchedStaleReads(staleReads), feed, deliveryFeed, newest, counts, onDamage },
    async close() {
      await counts.close()
      await staleReads.close()
      await store.close()
    },
  }
}
