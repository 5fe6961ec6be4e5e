import type { AuditEntry } from '../shared/audit-entry.js'
import type { Instant, Scope } from '../shared/types.js'
import type { CountedCalls } from './shared-counters.js'

export interface IdempotencyCall extends Scope {
  readonly operation: string
  readonly key: string
  readonly inputHash: string
  readonly resourceId: string
  readonly expiresAt: Instant
}

export interface IdempotencyTable {
  /** Stores the call unless an unexpired one has its key. @returns the call that has the key: this one or the earlier one */
  claim(call: IdempotencyCall, at: Instant): Promise<{ inputHash: string; resourceId: string }>
}

export interface AuditTable {
  insert(entry: AuditEntry): Promise<void>
  /** Lists entries, newest first. @param before only entries that are older than the one with this id */
  list(query: {
    subject?: string | undefined
    action?: string
    before?: string | undefined
    limit: number
  }): Promise<AuditEntry[]>
}

/** The migrations that a database has run. */
export interface AppliedMigrations {
  /** Checksums by name. */
  readonly checksums: ReadonlyMap<string, string>
  /** Reasons why older servers cannot go on, by the name of the migration. */
  readonly incompatible: ReadonlyMap<string, string>
}

/** Limits that count in the transaction of what they limit: a call that is rolled back does not count. */
export interface RateLimitTable {
  /** Counts a call in the open window of the name, or opens one. @returns the calls so far, with this one */
  count(name: string, windowMs: number, at: Instant): Promise<CountedCalls>
}

/** Checks of the database for readiness. */
export interface HealthTable {
  /** Writes a row that is never read, so that the commit must reach the disk. */
  probeWrite(): Promise<void>
  listMigrations(): Promise<AppliedMigrations>
}
