import type { Instant } from '../shared/types.js'

/** The mark that the database lacks no commit. On PostgreSQL it is gone after a crash and in a promoted standby. */
export interface ContinuityTable {
  /** Returns since when the database lacks no commit; undefined if it may be older than its networks. */
  findSince(): Promise<Instant | undefined>
  /** Sets the mark, or replaces it, as if a server had stopped in order then. */
  begin(at: Instant): Promise<void>
  /** Sets the mark where it is missing. @returns whether it was */
  beginIfMissing(at: Instant): Promise<boolean>
  /** Records that the only server of the database stopped in order. */
  noteStop(at: Instant): Promise<void>
  /** Returns the newest time that the database knows, of a block or of an order; undefined if it has neither. */
  findNewestKnown(): Promise<Instant | undefined>
  /**
   * Begins the run of the only server of the database: removes the mark, unless the last run stopped in order between `after`
   * and `before`.
   */
  resume(stopped: { after: Instant; before: Instant }): Promise<void>
}
