import type { Instant } from '../shared/types.js'

/** A finished backup. */
export interface Backup {
  /** The time of its snapshot: everything committed before it is in the backup. */
  readonly madeAt: Instant
  /** The path of its file, on the machine that made it. */
  readonly location: string
}
