import type { Logger } from 'pino'
import type { Order } from '../domain/orders/order.js'
import type { MovableClock } from '../domain/sandbox/movable-clock.js'
import type { Committed } from '../domain/store/store.js'
import type { Feed } from '../http/streams/feed.js'
import type { Metrics } from '../observability/metrics.js'

export interface CommitListeners {
  readonly feed: Feed<Order>
  readonly deliveryFeed: Feed
  readonly movableClock: MovableClock | undefined
  readonly metrics: Metrics | undefined
  wakeDispatcher(): void
  wakeWorkers(): void
  readonly log: Logger
}

/** Passes what was committed to streams, workers, metrics and the clock of a developer. */
export const commitReporter =
  ({ feed, deliveryFeed, movableClock, metrics, log, ...wake }: CommitListeners) =>
  (committed: Committed): void => {
    const { orders, environments, deliveries, clock } = committed
    metrics?.countCommit(committed)
    try {
      for (const order of orders) feed.publish(order.id, order)
      if (deliveries) wake.wakeDispatcher()
      for (const scope of environments) deliveryFeed.publish(scope)
      if (clock) {
        movableClock?.become(clock)
        wake.wakeWorkers()
      }
    } catch (error) {
      // The commit is durable, even if a listener failed.
      log.error({ err: error }, 'streams and workers were not woken after a commit')
    }
  }
