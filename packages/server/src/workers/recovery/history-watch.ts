import type { Context } from '../../domain/context.js'
import { ensureContinuity } from '../../domain/recovery/continuity.js'
import type { NewestOrders } from '../../domain/recovery/newest-orders.js'
import { SKIPPED_INDEXES } from '../../domain/recovery/recoveries.js'
import { recoverFrom } from '../../domain/recovery/unknown-transfers.js'
import { ALL_CHAINS, type Instant } from '../../domain/shared/types.js'
import { type Store, Unavailable } from '../../domain/store/store.js'
import type { Worker } from '../worker.js'

const EVERY_MS = 1_000

interface HistoryWatchOptions {
  readonly newest: NewestOrders
  /** Called after a change, so that workers follow at once. */
  readonly onChange: () => void
}

/**
 * Notices on every server that the database went back. Where the mark of continuity is missing, indexes are skipped. Where an
 * order of this process is missing, a recovery begins, since a signature may be lost as well. A folder of PostgreSQL that is
 * put back after an orderly stop has its mark, and lacks orders all the same.
 */
export function historyWatch(
  store: Store,
  context: Context,
  { newest, onChange }: HistoryWatchOptions,
): Worker {
  let known: Instant | undefined

  async function check(): Promise<void> {
    const [since, isLastLost] = await store.read(async (tx) => [
      await tx.continuity.findSince(),
      await newest.isLastLost(tx),
    ])
    if (since !== undefined && since === known && !isLastLost) return
    const lost = await store.write(async (tx) => {
      await ensureContinuity(tx, context)
      const lost = await newest.findLost(tx)
      if (lost === undefined) return undefined
      // Another mark has skipped indexes already, and of a set-back one server begins the recovery.
      const isMarkNew = (await tx.continuity.findSince()) !== known
      if (isMarkNew && (await tx.recoveries.findOpen())) return lost
      const reason = `the database was set back under running servers: it lacks a change of order ${lost} that this server has stored`
      await recoverFrom(tx, context, 'restore', reason, isMarkNew ? 0 : SKIPPED_INDEXES)
      return lost
    })
    if (lost !== undefined) newest.forget()
    const now = await store.read((tx) => tx.continuity.findSince())
    if (now === undefined) return
    known = now
    for (const id of ALL_CHAINS) context.health.noteUnbroken(id, now)
    onChange()
  }

  return {
    name: 'history-watch',
    everyMs: EVERY_MS,
    async tick() {
      try {
        await check()
      } catch (error) {
        // Without a pause that grows, so that a failover is noticed at once. Other workers report the outage.
        if (!(error instanceof Unavailable)) throw error
      }
      return 0
    },
  }
}
