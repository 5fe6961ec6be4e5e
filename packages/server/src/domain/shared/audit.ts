import type { Context } from '../context.js'
import type { Tx } from '../store/unit-of-work.js'
import type { AuditEntry } from './audit-entry.js'

/** An action to record; {@link audit} adds the id and the time. */
export type AuditAction = Pick<AuditEntry, 'actor' | 'action' | 'subject'> & {
  readonly details: Readonly<Record<string, string | number | null>>
}

/** Records an action in the transaction that performs it. */
export function audit(
  tx: Tx,
  context: Pick<Context, 'clock' | 'ids'>,
  { actor, action, subject, details }: AuditAction,
): Promise<void> {
  const entry = { id: context.ids.uuid(), actor, action, subject, createdAt: context.clock.now() }
  return tx.audit.insert({ ...entry, details: JSON.stringify(details) })
}
