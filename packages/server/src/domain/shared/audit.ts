import type { Context } from '../context.js'
import type { Tx } from '../store/unit-of-work.js'
import type { AuditEntry } from './audit-entry.js'

export type Deed = Pick<AuditEntry, 'actor' | 'action' | 'subject'> & {
  readonly details: Readonly<Record<string, string | number | null>>
}

/** Writes a deed down in the transaction that does it. */
export function audit(tx: Tx, context: Context, { actor, action, subject, details }: Deed): Promise<void> {
  const entry = { id: context.ids.uuid(), actor, action, subject, createdAt: context.clock.now() }
  return tx.audit.insert({ ...entry, details: JSON.stringify(details) })
}
