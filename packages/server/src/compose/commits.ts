import type { Logger } from 'pino'
import type { Order } from '../domain/orders/order.js'
import type { NewestOrders } from '../domain/recovery/newest-orders.js'
import type { MovableClock } from '../domain/sandbox/movable-clock.js'
import type { Committed } from '../domain/store/store.js'
import type { Feed } from '../http/streams/feed.js'
import type { Metrics } from '../observability/metrics.js'
import { WEBHOOK_DISPATCHER } from '../workers/webhooks/webhook-dispatcher.js'
import type { WorkerLoops } from '../workers/worker-loops.js'

export interface CommitListeners {
  readonly feed: Feed<Order>
  readonly deliveryFeed: Feed
  readonly movableClock: MovableClock | undefined
  readonly metrics: Metrics | undefined
  readonly newest: NewestOrders
  readonly loops: WorkerLoops
  readonly log: Logger
}

/** Passes what was committed to streams, workers, metrics and the clock of a developer. */
export const commitReporter =
  ({ feed, deliveryFeed, movableClock, metrics, newest, loops, log }: CommitListeners) =>
  (committed: Committed): void => {
    const { orders, orderStatuses, environments, deliveries, clock } = committed
    metrics?.countCommit(committed)
    newest.note(orderStatuses)
    try {
      for (const order of orders) feed.publish(order.id, order)
      if (deliveries) loops.wake(WEBHOOK_DISPATCHER)
      for (const scope of environments) deliveryFeed.publish(scope)
      if (clock) {
        movableClock?.become(clock)
        loops.wake()
      }
    } catch (error) {
      // The commit is durable, even if a listener failed.
      log.error({ err: error }, 'streams and workers were not woken after a commit')
    }
  }
