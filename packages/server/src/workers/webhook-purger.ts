import { DELIVERY_RETENTION_MS } from '../domain/policy.js'
import type { Context, Store } from '../domain/ports.js'
import type { Worker } from './worker.js'

const BATCH = 500

/** Deletes what nobody asks about any more: deliveries, then events and targets without any, in batches. */
export function webhookPurger(store: Store, context: Context): Worker {
  return {
    name: 'webhook-purger',
    everyMs: 60_000,
    async tick() {
      const until = context.clock.now() - DELIVERY_RETENTION_MS
      const idleSince = context.clock.real() - DELIVERY_RETENTION_MS
      const deliveries = await store.write((tx) => tx.webhookDeliveries.purge(until, BATCH))
      const events = await store.write((tx) => tx.webhookDeliveries.purgeEvents(until, BATCH))
      const targets = await store.write((tx) => tx.webhookTargets.purge(idleSince, BATCH))
      return deliveries + events + targets
    },
  }
}
