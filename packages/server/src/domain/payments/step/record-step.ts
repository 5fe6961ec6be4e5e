import type { RecordableStep, RecordedStep } from '../../chain/scan-step.js'
import { applyTokenAdminEvents } from '../../chain/token-admin-events.js'
import type { RecordedTransfer } from '../../chain/transfer.js'
import type { TreasuryTransfer } from '../../chain/treasury-transfer.js'
import type { Context } from '../../context.js'
import { OrderUnitOfWork } from '../../orders/order-unit-of-work.js'
import type { ChainId, Cursor } from '../../shared/types.js'
import type { Tx } from '../../store/unit-of-work.js'
import { FinalityResults } from '../finality-queue.js'
import { recordIgnored } from '../ignored-transfers.js'
import { collect, type Findings } from './collect.js'
import { decide } from './decide.js'
import { match } from './match.js'
import { write } from './write.js'

/**
 * Records a step of a network in one transaction: cursor, blocks, transfers, orders, ledger and events.
 *
 * @param finality results for transfers that have the required depth; no transfer is credited without one
 * @returns undefined if the step is stale because the cursor or the chain moved; then nothing is written
 */
export async function recordStep(
  tx: Tx,
  context: Context,
  cursor: Cursor,
  step: RecordableStep,
  finality: FinalityResults,
): Promise<RecordedStep | undefined> {
  if (!(await advance(tx, context, cursor, step))) return undefined
  const findings = await collect(tx, context, cursor, step, finality)
  const matched = await match(tx, findings)
  const decided = decide(findings, matched, context.clock.now())
  const orderUnit = new OrderUnitOfWork(tx, context)
  await write(tx, context, orderUnit, decided)
  for (const { txHash, block } of findings.treasury.signed)
    await tx.paymentSightings.noteSeen(txHash, block.number)
  await recordIgnored(tx, findings.id, step, findings.recordedTo)
  await applyTokenAdminEvents(tx, context, findings.id, step.adminEvents, step.to.number)
  await orderUnit.post()
  return { handled: decided.handled, missed: decided.missed }
}

/** Moves the cursor and the stored blocks. @returns false if the step is stale */
async function advance(tx: Tx, context: Context, cursor: Cursor, step: RecordableStep): Promise<boolean> {
  const { environment, network } = cursor
  const id = { environment, network }
  const chain = context.chain(id)
  if (chain?.isStepCurrent) {
    await tx.cursors.lock(id)
    if (!(await chain.isStepCurrent(tx, cursor.block, step))) return false
  }
  if (!(await tx.cursors.advance(cursor, step.to, step.owedFrom))) return false
  if (step.kind === 'rewind') await tx.chainBlocks.deleteAfter(id, step.after.number)
  await tx.chainBlocks.append(id, step.blocks)
  return true
}

/** Drops recorded transfers that no longer exist on any chain, with their consequences for orders and ledger. */
export async function dropTransfers(
  tx: Tx,
  context: Context,
  id: ChainId,
  gone: { transfers: readonly RecordedTransfer[]; treasury: readonly TreasuryTransfer[] },
): Promise<void> {
  const nothing = { depth: 0, recordedTo: 0, upTo: 0, isScreened: false, custody: 0n }
  const findings: Findings = {
    ...{ id, ...nothing, finality: new FinalityResults() },
    payments: { arrivals: [], known: new Map(), gone: gone.transfers },
    treasury: {
      seen: [],
      signed: [],
      known: new Map(),
      gone: gone.treasury,
      destroyed: [],
      isRecovering: false,
    },
  }
  const matched = await match(tx, findings)
  const orderUnit = new OrderUnitOfWork(tx, context)
  await write(tx, context, orderUnit, decide(findings, matched, context.clock.now()))
  await orderUnit.post()
}
