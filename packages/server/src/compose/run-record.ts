import type { Config } from '../config/settings.js'
import type { Clock, Instant } from '../domain/shared/types.js'
import type { Store } from '../domain/store/store.js'

/** A server that starts later may find a snapshot, which brings the recorded stop and the times of its files back too. */
const RESTART_MS = 600_000
/** Closing the database writes its file once more. */
const CLOSE_MS = 2_000

/**
 * Begins the run of the only server of a database. The mark of continuity stays if the last run stopped in order a short time
 * ago and the file was not put back since.
 *
 * @param changedAt the change time of the file before this process opened it
 */
export function resumeRun(store: Store, clock: Clock, changedAt: Instant): Promise<void> {
  const now = clock.wall()
  const after = Math.max(now - RESTART_MS, changedAt - CLOSE_MS)
  return store.write((tx) => tx.continuity.resume({ after, before: now }))
}

/** Records that the only server of a database stops in order. */
export const recordStop = (store: Store, clock: Clock): Promise<void> =>
  store.write((tx) => tx.continuity.noteStop(clock.wall()))

/**
 * Begins the run of a server. A SQLite file has one server, so leases of an earlier process are obsolete. On PostgreSQL other
 * servers may hold leases.
 *
 * @returns what records the end in order
 */
export async function beginRun(
  store: Store,
  { database }: Config,
  clock: Clock,
  changedAt: Instant,
): Promise<{ end(): Promise<void> }> {
  if (database.engine !== 'sqlite') return { end: () => Promise.resolve() }
  await store.write((tx) => tx.webhookDeliveries.release())
  await resumeRun(store, clock, changedAt)
  return { end: () => recordStop(store, clock) }
}
