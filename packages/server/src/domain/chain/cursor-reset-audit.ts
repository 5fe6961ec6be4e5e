import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import type { BlockRef, ChainId, Cursor } from '../shared/types.js'
import { SerializationConflict } from '../store/store.js'
import type { Tx } from '../store/unit-of-work.js'

/** Puts the cursor on a block of which nobody knows what was before it. @throws LostRace where it moved meanwhile */
export async function moveCursor(tx: Tx, cursor: Cursor, block: BlockRef): Promise<void> {
  const { environment, network } = cursor
  if (!(await tx.cursors.advance(cursor, block))) throw new SerializationConflict('cursor moved meanwhile')
  await tx.chainBlocks.deleteAfter({ environment, network }, -1)
}

/** Why a network stands still, as it is written down; empty where it does not. */
export async function haltReason(tx: Tx, id: ChainId): Promise<string> {
  const halt = (await tx.chainConditions.list(id)).find(({ kind }) => kind === 'halted')
  return halt ? `halted: ${halt.reason}` : ''
}

/** Money stops leaving until a person has looked at that as well. */
export const pauseReason = ({ number }: BlockRef, { reason }: Mandate): string =>
  `the network goes on from block ${number}: ${reason}`

/** Writes down that a person named that block. */
export function auditCursorReset(
  tx: Tx,
  context: Context,
  { environment, network }: ChainId,
  { number }: BlockRef,
  { actor, reason }: Mandate,
  more: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  const subject = `${environment}/${network}`
  return audit(tx, context, {
    actor,
    action: 'chains reset-cursor',
    subject,
    details: { reason, anchor: number, ...more },
  })
}
