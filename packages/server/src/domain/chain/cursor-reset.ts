import type { Context } from '../context.js'
import { lockOrders } from '../orders/order-locks.js'
import { OrderUnitOfWork } from '../orders/order-unit-of-work.js'
import { orphan } from '../payments/confirmations.js'
import { FinalityResults } from '../payments/finality-queue.js'
import { recordStep } from '../payments/payments.js'
import { revertTreasuryTransfer } from '../payments/treasury-transfers.js'
import type { Mandate } from '../shared/audit-entry.js'
import { OperatorError } from '../shared/operator-error.js'
import type { BlockRef, ChainId, Cursor, Network } from '../shared/types.js'
import { SerializationConflict } from '../store/store.js'
import type { Tx } from '../store/unit-of-work.js'
import { pauseSigner } from '../withdrawals/signer.js'
import type { Chain } from './chain.js'
import { auditCursorReset, haltReason, moveCursor, pauseReason } from './cursor-reset-audit.js'
import type { RecordedStep, Sightings } from './scan-step.js'

const HASH = /^[0-9a-f]{64}$/
const NUMBER_DIGITS = 16
/** As much of either kind as one unit of work takes back. */
const PAGE = 1_000

/** Where a network goes on, and what it has between there and the last block that both histories share. */
export interface CursorReset {
  /** Everything above it is another branch. */
  readonly after: BlockRef
  readonly to: BlockRef
  /** What the blocks up to `to` show of that branch. */
  readonly sightings: Sightings
}

/**
 * Whose blocks a cursor stands on, by the look of its hash: those of Ethereum have a prefix, those of TRON begin with their
 * number, those of a sandbox do neither. Undefined for any other.
 */
export function cursorOwner(network: Network, { number, hash }: BlockRef): 'nodes' | 'sandbox' | undefined {
  const isOfNodes =
    network === 'ERC20'
      ? hash.startsWith('0x') && HASH.test(hash.slice(2))
      : HASH.test(hash) && hash.startsWith(number.toString(16).padStart(NUMBER_DIGITS, '0'))
  if (isOfNodes) return 'nodes'
  return HASH.test(hash) ? 'sandbox' : undefined
}

/**
 * Goes on from a block of the operator's choice, after which the chain has other blocks than the books. That ends the halt
 * and nothing else, and money stops leaving until a person has looked at that as well.
 *
 * @returns what was handled of the other branch
 * @throws Refusal where blocks would be left out that nobody has read; TooMuchReplaced, and then it goes in parts; LostRace
 * where the network went on meanwhile
 */
export async function resetCursor(
  tx: Tx,
  context: Context,
  cursor: Cursor,
  anchor: CursorReset,
  mandate: Mandate,
): Promise<RecordedStep> {
  requireResetBlock(cursor, anchor.after)
  const { environment, network } = cursor
  const id = { environment, network }
  await tx.cursors.lock(id)
  const halted = await haltReason(tx, id)
  await tx.chainConditions.clear(id, 'halted')
  await pauseSigner(tx, context, id, pauseReason(anchor.after, mandate))
  // Not one of the blocks that are remembered is in the other branch for sure.
  await tx.chainBlocks.deleteAfter(id, -1)
  const { after, to, sightings } = anchor
  const step = { kind: 'rewind', after, to, blocks: [], ...sightings } as const
  const recorded = await recordStep(tx, context, cursor, step, new FinalityResults())
  if (recorded === undefined) throw new SerializationConflict('cursor moved meanwhile')
  const details = { ended: halted, from: cursor.block.number, recorded: recorded.handled }
  await auditCursorReset(tx, context, id, after, mandate, details)
  return recorded
}

/** @throws Refusal: of live money no block is left out */
export function requireResetBlock(
  { environment, block }: Cursor,
  { number }: Pick<BlockRef, 'number'>,
): void {
  if (environment === 'live' && number > block.number)
    throw new OperatorError(`blocks after ${block.number} would never be read: the anchor is above them`)
}

/**
 * What the books have above the nodes' newest block is not gone: those nodes may be behind. A test network may have been
 * begun again with fewer blocks.
 *
 * @param booked up to where the books have what was booked for good
 * @throws Refusal: live money that was credited is taken back by what was read alone
 */
export function requireNodesCaughtUp(
  { environment }: ChainId,
  { number }: Pick<BlockRef, 'number'>,
  booked: number,
): void {
  if (environment === 'live' && number < booked)
    throw new OperatorError(
      `the nodes are at block ${number}, and the books at ${booked}: nobody can tell yet what is gone`,
    )
}

/**
 * A test network that was a sandbox and has nodes now, or the other way round, begins anew at that block. What was not
 * booked for good is on no chain any more, and is dropped a page at a time; the addresses are those of another wallet and
 * are leased no more.
 *
 * @returns whether that was all of it; what was dropped is gone either way, and the next call goes on
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
  const movements = await tx.treasuryTransfers.listUnconfirmed(id, PAGE)
  const isAll = transfers.length < PAGE && movements.length < PAGE
  if (isAll) {
    await moveCursor(tx, cursor, to)
    await tx.addresses.retireAll(id, context.clock.now())
  } else if (!(await tx.cursors.advance(cursor, cursor.block)))
    throw new SerializationConflict('cursor moved meanwhile')
  const orders = await lockOrders(
    tx,
    transfers.map(({ orderId }) => orderId),
  )
  const unit = { tx, context, orderUnit: new OrderUnitOfWork(tx, context), orders }
  for (const transfer of transfers) await orphan(unit, transfer)
  for (const movement of movements) await revertTreasuryTransfer(unit, movement)
  await unit.orderUnit.post()
  return isAll
}
