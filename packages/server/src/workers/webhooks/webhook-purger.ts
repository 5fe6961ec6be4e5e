import type { Context } from '../../domain/context.js'
import { DELIVERY_RETENTION_MS, EVENT_RETENTION_MS } from '../../domain/shared/policy.js'
import type { Store } from '../../domain/store/store.js'
import type { Worker } from '../worker.js'

const BATCH = 500

/**
 * Deletes expired deliveries, then events and targets without any, in batches. Deliveries that have waited for a
 * webhook secret for the same period are ended first, so that an environment that never gets one keeps nothing
 * forever. Messages to people that no server has sent for as long are deleted, too.
 */
export function webhookPurger(store: Store, context: Context): Worker {
  return {
    name: 'webhook-purger',
    everyMs: 60_000,
    async tick() {
      const at = context.clock.now()
      const realAt = context.clock.real()
      const until = at - DELIVERY_RETENTION_MS
      const idleSince = realAt - DELIVERY_RETENTION_MS
      const expired = { until, at, realAt, limit: BATCH }
      const ended = await store.write((tx) => tx.webhookDeliveries.failHeld(expired))
      const deliveries = await store.write((tx) => tx.webhookDeliveries.purge(until, BATCH))
      const events = await store.write((tx) =>
        tx.webhookDeliveries.purgeEvents(at - EVENT_RETENTION_MS, BATCH),
      )
      await store.write((tx) => tx.messages.purge(idleSince))
      const targets = await store.write((tx) => tx.webhookTargets.purge(idleSince, BATCH))
      return ended + deliveries + events + targets
    },
  }
}
