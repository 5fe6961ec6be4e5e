import type { Instant } from '../shared/types.js'

/** An approval of a withdrawal as it was in one version. */
export interface Approval {
  readonly withdrawalId: string
  readonly version: number
  /** The name that counts, in small letters. */
  readonly person: string
  /** As in the audit log. */
  readonly actor: string
  readonly reason: string | null
  readonly approvedAt: Instant
}
