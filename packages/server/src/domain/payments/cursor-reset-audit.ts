import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import type { BlockRef, ChainId, Cursor } from '../shared/types.js'
import { SerializationConflict } from '../store/store.js'
import type { Tx } from '../store/unit-of-work.js'

/** Moves the cursor to a block and deletes the stored blocks. @throws SerializationConflict if the cursor moved */
export async function moveCursor(tx: Tx, cursor: Cursor, block: BlockRef): Promise<void> {
  const { environment, network } = cursor
  if (!(await tx.cursors.advance(cursor, block, null)))
    throw new SerializationConflict('the cursor was moved by another transaction')
  await tx.chainBlocks.deleteAfter({ environment, network }, -1)
}

/** Formats the halt of a network for the audit log; empty if it is not halted. */
export async function haltReason(tx: Tx, id: ChainId): Promise<string> {
  const halt = (await tx.chainConditions.list(id)).find(({ kind }) => kind === 'halted')
  return halt ? `halted: ${halt.reason}` : ''
}

/** Formats the reason of the signer's pause. Withdrawals stop until the operator resumes the signer as well. */
export const pauseReason = ({ number }: BlockRef, { reason }: Mandate): string =>
  `the cursor was reset to block ${number}: ${reason}`

/** Records in the audit log that the operator reset the cursor to a block. */
export function auditCursorReset(
  tx: Tx,
  context: Context,
  { environment, network }: ChainId,
  { number }: BlockRef,
  { actor, reason }: Mandate,
  extra: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  const subject = `${environment}/${network}`
  return audit(tx, context, {
    actor,
    action: 'chains reset-cursor',
    subject,
    details: { reason, anchor: number, ...extra },
  })
}
