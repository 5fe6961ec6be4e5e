import type { Logger } from 'pino'
import type { Order } from '../domain/orders/order.js'
import type { Hint, Store } from '../domain/store/store.js'
import type { Feed } from '../http/streams/feed.js'
import { WEBHOOK_DISPATCHER } from '../workers/webhooks/webhook-dispatcher.js'
import type { WorkerLoops } from '../workers/worker-loops.js'

export interface HintParts {
  readonly feed: Feed<Order>
  readonly deliveryFeed: Feed
  readonly loops: WorkerLoops
  readonly log: Logger
}

/** Passes the changes of other servers to the streams and the dispatcher of this one. */
export class Hints {
  private store: Store | undefined
  /** Orders with open streams here, which are read next. */
  private readonly changed = new Set<string>()
  private isReading = false

  constructor(private readonly parts: HintParts) {}

  /** Reads orders from `store` from now on. Earlier hints are not needed, since no stream is open yet. */
  begin(store: Store): void {
    this.store = store
  }

  onHint({ orderIds, environments, deliveries }: Hint): void {
    const { feed, deliveryFeed, loops } = this.parts
    if (deliveries) loops.wake(WEBHOOK_DISPATCHER)
    for (const scope of environments) deliveryFeed.publish(scope)
    for (const id of orderIds) if (feed.hasListeners(id)) this.changed.add(id)
    void this.readChanged()
  }

  onHearing(isHearing: boolean, reason?: string): void {
    const { log } = this.parts
    if (isHearing) log.info('streams show the changes of other servers at once')
    else log.warn({ reason }, 'streams show the changes of other servers up to 15 s late')
  }

  private async readChanged(): Promise<void> {
    if (this.isReading || !this.store) return
    this.isReading = true
    while (this.changed.size > 0) {
      const ids = [...this.changed]
      this.changed.clear()
      await this.read(this.store, ids)
    }
    this.isReading = false
  }

  private async read(store: Store, ids: readonly string[]): Promise<void> {
    try {
      const orders = await store.read(async (tx) => {
        const found = new Map<string, Order>()
        for (const id of ids) {
          const order = await tx.orders.find(id)
          if (order) found.set(id, order)
        }
        return found
      })
      for (const [id, order] of orders) this.parts.feed.publish(id, order)
    } catch (error) {
      // The streams compare their orders with the store from time to time in any case.
      this.parts.log.debug({ err: error }, 'orders that another server changed were not read')
    }
  }
}
