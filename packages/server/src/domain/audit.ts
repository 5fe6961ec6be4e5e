import type { Context, Instant } from './ports.js'
import type { Tx } from './tables.js'

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

export type Deed = Pick<AuditEntry, 'actor' | 'action' | 'subject'> & {
  readonly details: Readonly<Record<string, string | number | null>>
}

/** Writes a deed down in the transaction that does it. */
export function audit(tx: Tx, context: Context, { actor, action, subject, details }: Deed): Promise<void> {
  const entry = { id: context.ids.uuid(), actor, action, subject, createdAt: context.clock.now() }
  return tx.audit.insert({ ...entry, details: JSON.stringify(details) })
}
