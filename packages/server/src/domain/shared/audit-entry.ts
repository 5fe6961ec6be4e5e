import type { Instant } from './types.js'

/** One deed of the operator. Entries are never changed. */
export interface AuditEntry {
  readonly id: string
  /** Who did it: the operating system's user, or the client app's backend. */
  readonly actor: string
  /** `<noun> <verb>`, as the command is spelled. */
  readonly action: string
  /** Id of what it was done to. */
  readonly subject: string
  /** JSON text of an object: what was asked for, and why. */
  readonly details: string
  readonly createdAt: Instant
}

/** Whose decision it is. */
export interface Mandate {
  readonly actor: string
  /** In the person's own words; null where the deed speaks for itself. */
  readonly reason: string | null
}
