import { descriptionOf } from '../../networks/networks.js'
import type { Chain } from '../chain/chain.js'
import type { RecordedStep, Sightings } from '../chain/scan-step.js'
import { pauseSigner } from '../chain/signer.js'
import type { Context } from '../context.js'
import type { Mandate } from '../shared/audit-entry.js'
import { OperatorError } from '../shared/operator-error.js'
import type { BlockRef, ChainId, Cursor, Network } from '../shared/types.js'
import { SerializationConflict } from '../store/store.js'
import type { Tx } from '../store/unit-of-work.js'
import { auditCursorReset, haltReason, moveCursor, pauseReason } from './cursor-reset-audit.js'
import { FinalityResults } from './finality-queue.js'
import { dropTransfers, recordStep } from './step/record-step.js'

const SANDBOX_HASH = /^[0-9a-f]{64}$/
/** Maximum number of transfers, and of treasury transfers, that one transaction reverts. */
const PAGE = 1_000

/** The block to continue from, and the blocks of the other branch up to `to`. */
export interface CursorReset {
  /** The reset block. All blocks above it belong to another branch. */
  readonly after: BlockRef
  readonly to: BlockRef
  /** Sightings of that branch in the blocks up to `to`. */
  readonly sightings: Sightings
}

/**
 * Returns whether a cursor is on a block of nodes or of a sandbox, by the format of its hash. Undefined for any other format.
 */
export function cursorOwner(network: Network, block: BlockRef): 'nodes' | 'sandbox' | undefined {
  if (descriptionOf(network).isNodeBlock(block)) return 'nodes'
  return SANDBOX_HASH.test(block.hash) ? 'sandbox' : undefined
}

/**
 * Resets the cursor to a block of the operator's choice, after which the chain has other blocks than the recorded ones. Ends
 * the halt and no other condition, and pauses the signer.
 *
 * @returns the changes that the other branch caused
 * @throws OperatorError if unread blocks would be skipped; TooMuchReplaced if it must be done in batches;
 * SerializationConflict if the cursor moved
 */
export async function resetCursor(
  tx: Tx,
  context: Context,
  cursor: Cursor,
  reset: CursorReset,
  mandate: Mandate,
): Promise<RecordedStep> {
  requireResetBlock(cursor, reset.after)
  const { environment, network } = cursor
  const id = { environment, network }
  await tx.cursors.lock(id)
  const halted = await haltReason(tx, id)
  await tx.chainConditions.clear(id, 'halted')
  await pauseSigner(tx, context, id, pauseReason(reset.after, mandate))
  // None of the stored blocks is known to be in the other branch.
  await tx.chainBlocks.deleteAfter(id, -1)
  const { after, to, sightings } = reset
  const step = { kind: 'rewind', after, to, blocks: [], ...sightings } as const
  const recorded = await recordStep(tx, context, cursor, step, new FinalityResults())
  if (recorded === undefined) throw new SerializationConflict('the cursor was moved by another transaction')
  const details = { ended: halted, from: cursor.block.number, recorded: recorded.handled }
  await auditCursorReset(tx, context, id, after, mandate, details)
  return recorded
}

/** Rejects a reset block above the cursor in the live environment. @throws OperatorError */
export function requireResetBlock(
  { environment, block }: Cursor,
  { number }: Pick<BlockRef, 'number'>,
): void {
  if (environment === 'live' && number > block.number)
    throw new OperatorError(
      `the reset block is above the cursor: blocks after ${block.number} would never be read`,
    )
}

/**
 * Rejects a reset in the live environment while the nodes are behind the confirmed transfers, which would all be reverted.
 * A test network may have been restarted with fewer blocks.
 *
 * @param confirmed newest block with a confirmed transfer
 * @throws OperatorError
 */
export function requireNodesCaughtUp(
  { environment }: ChainId,
  { number }: Pick<BlockRef, 'number'>,
  confirmed: number,
): void {
  if (environment === 'live' && number < confirmed)
    throw new OperatorError(
      `the nodes are behind the ledger (block ${number} < ${confirmed}): retry when they have caught up`,
    )
}

/**
 * Restarts a test network that changed from a sandbox to nodes, or back, at a block. Unconfirmed transfers no longer exist on
 * any chain and are dropped one page per call. The addresses belong to another wallet and are retired.
 *
 * @returns whether this was the last page
 * @throws SerializationConflict if the cursor moved
 */
export async function startOver(
  tx: Tx,
  context: Context,
  chain: Chain,
  cursor: Cursor,
  to: BlockRef,
): Promise<boolean> {
  const { environment, network } = chain
  const id = { environment, network }
  const transfers = await tx.transfers.listUnconfirmed(id, PAGE)
  const treasury = await tx.treasuryTransfers.listUnconfirmed(id, PAGE)
  const isAll = transfers.length < PAGE && treasury.length < PAGE
  if (isAll) {
    await moveCursor(tx, cursor, to)
    await tx.addresses.retireAll(id, context.clock.now())
  } else if (!(await tx.cursors.advance(cursor, cursor.block)))
    throw new SerializationConflict('the cursor was moved by another transaction')
  await dropTransfers(tx, context, id, { transfers, treasury })
  return isAll
}
