import type { StaleReads, Store } from '../domain/store/store.js'
import type { DatabaseLocation } from './open.js'

/** Stale reads that a process opened. */
export interface OpenedStaleReads extends StaleReads {
  close(): Promise<void>
}

interface StaleReadsOptions {
  readonly database: DatabaseLocation
  /** The open database. It is not closed with the reads. */
  readonly store: Pick<Store, 'read'>
  /** Statements have no time limit. */
  readonly isInspection?: boolean
  /** Replaces the monotonic clock of the machine, in milliseconds. */
  readonly now?: () => number
  /** Called when reads begin to go to the primary, with the reason, and when they no longer do. */
  readonly onChange?: (fault: string | undefined) => void
}

/** Opens the reads that a replica may answer, where the settings name one. It need not be reachable. */
export async function openStaleReads({
  database,
  store,
  isInspection = false,
  onChange = () => undefined,
  now = () => performance.now(),
}: StaleReadsOptions): Promise<OpenedStaleReads> {
  if (database.engine === 'sqlite' || database.readUrl === undefined)
    return { readStale: (work) => store.read(work), replica: undefined, close: async () => undefined }
  const { Replica } = await import('./postgres/replica.js')
  const { LIMITS, NO_LIMITS } = await import('./postgres/postgres-session.js')
  const { readUrl: url, url: primaryUrl, pool } = database
  const limits = isInspection ? NO_LIMITS : LIMITS
  const replica = new Replica({ url, primaryUrl, store, readers: pool?.readers, limits, onChange, now })
  await replica.watch()
  return replica
}

/** Returns why the replica of the settings is of no use, however far it lags; undefined if it is, and without one. */
export async function findReplicaFault(database: DatabaseLocation): Promise<string | undefined> {
  if (database.engine === 'sqlite' || database.readUrl === undefined) return undefined
  const { findStandbyFault } = await import('./postgres/replica.js')
  return findStandbyFault(database.url, database.readUrl)
}
