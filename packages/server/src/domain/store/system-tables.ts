import type { AuditEntry } from '../shared/audit-entry.js'
import type { Instant, Scope } from '../shared/types.js'

export interface IdempotencyCall extends Scope {
  readonly operation: string
  readonly key: string
  readonly inputHash: string
  readonly resourceId: string
  readonly expiresAt: Instant
}

export interface IdempotencyTable {
  /** The first call with its key, this one or an earlier one whose time is not over. */
  claim(call: IdempotencyCall, at: Instant): Promise<{ inputHash: string; resourceId: string }>
}

export interface AuditTable {
  insert(entry: AuditEntry): Promise<void>
  list(query: { subject: string | undefined; limit: number }): Promise<AuditEntry[]>
}

/** What tells whether the database can be worked with. */
export interface HealthTable {
  /** Writes something that nobody reads, so that a commit has to reach the disk. */
  probeWrite(): Promise<void>
  /** The migrations that ran, each with its checksum. */
  listMigrations(): Promise<ReadonlyMap<string, string>>
}
