import { Counter, Gauge, type Registry } from 'prom-client'
import type { Committed, Store } from '../domain/store/store.js'

/** The metrics of orders. Counting the orders of every status would read the whole table, so their changes are counted. */
export class OrderMetrics {
  private readonly statuses: Counter<'environment' | 'status'>

  constructor(store: Store, registry: Registry) {
    this.statuses = new Counter({
      name: 'merchantpay_order_statuses_total',
      help: 'Orders that entered a status by a change of this server.',
      labelNames: ['environment', 'status'],
      registers: [registry],
    })
    new Gauge({
      name: 'merchantpay_orders_open',
      help: 'Orders that wait for their payment; missing while the database does not answer.',
      labelNames: ['environment'],
      registers: [registry],
      async collect() {
        this.reset()
        const counts = await store.read((tx) => tx.orders.countOpen()).catch(() => undefined)
        for (const [environment, count] of counts ?? []) this.set({ environment }, count)
      },
    })
  }

  /** Counts the changes of a commit. */
  count({ orderStatuses }: Committed): void {
    for (const { environment, status } of orderStatuses) this.statuses.inc({ environment, status })
  }
}
