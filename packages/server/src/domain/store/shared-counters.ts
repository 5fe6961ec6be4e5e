import type { Instant } from '../shared/types.js'

/** The calls that a limit has counted under a name. */
export interface CountedCalls {
  readonly calls: number
  /** When the window ends. Past for a window that is over. */
  readonly endsAt: Instant
}

/**
 * Counts what all servers of a database share. Its methods answer within a bounded time.
 *
 * @throws Unavailable when the database does not answer in time, and for a moment afterwards without asking
 */
export interface SharedCounters {
  /** Counts a call in the open window of the name, or opens one. @returns the calls so far, with this one */
  count(name: string, windowMs: number): Promise<CountedCalls>
  /** Takes back a call that was counted in the open window. */
  uncount(name: string, windowMs: number): Promise<void>
  find(name: string): Promise<CountedCalls | undefined>
  /** Stores how many streams this server has open under each name. @returns how many the other servers have */
  publishStreams(counts: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>
  /**
   * Tells the others that this server runs, and removes what no longer counts. Called every 10 s; after 30 s without it the
   * streams of this server no longer count.
   *
   * @returns false when the database did not know this server, and so knows none of its streams
   */
  renew(): Promise<boolean>
  close(): Promise<void>
}
