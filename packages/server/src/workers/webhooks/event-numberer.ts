import type { Context } from '../../domain/context.js'
import { tellOfEvents } from '../../domain/notices/event-notices.js'
import { HOUR_MS } from '../../domain/shared/policy.js'
import type { Store } from '../../domain/store/store.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { positionAt } from '../../domain/webhooks/event-position.js'
import type { Worker } from '../worker.js'

const BATCH = 500

/**
 * Gives committed events their positions in the list of events. Servers that do so at the same time take turns, by the lock
 * of one row. The same transaction tells people of the events. Where nothing happens the last position follows the time, and with it the cursors of readers.
 */
export function eventNumberer(store: Store, context: Context): Worker {
  return {
    name: 'event-numberer',
    everyMs: 1_000,
    async tick() {
      const { hasUnnumbered, last } = await store.read(async (tx) => ({
        hasUnnumbered: await tx.eventList.hasUnnumbered(),
        last: await tx.eventList.findLastPosition(),
      }))
      if (hasUnnumbered) return store.write((tx) => numberNext(tx, context))
      const now = context.clock.now()
      if (last < positionAt(now - 2 * HOUR_MS))
        await store.write((tx) => tx.eventList.advance(positionAt(now - HOUR_MS)))
      return 0
    },
  }
}

async function numberNext(tx: Tx, context: Context): Promise<number> {
  const events = await tx.eventList.number(BATCH)
  await tellOfEvents(tx, context, events)
  return events.length
}
