import { isHotWallet } from '../../chain/own-addresses.js'
import type { RecordableStep } from '../../chain/scan-step.js'
import { findIntended } from '../../chain/sibling-networks.js'
import { type RecordedTransfer, type SeenTransfer, transferName } from '../../chain/transfer.js'
import type { Context } from '../../context.js'
import { custodyOf } from '../../ledger/custody-cap.js'
import { isLostPayment } from '../../recovery/unknown-transfers.js'
import type { ChainId, Cursor } from '../../shared/types.js'
import type { BlockRange, TransferPosition } from '../../store/payment-tables.js'
import type { Tx } from '../../store/unit-of-work.js'
import type { FinalityResults, TransferInBlock } from '../finality-queue.js'
import { collectTreasury, type TreasuryFindings } from './collect-treasury.js'

/** Everything that a step reports, and everything that is recorded about the same transfers. */
export interface Findings {
  readonly id: ChainId
  /** Confirmations that a transfer without an order needs. */
  readonly depth: number
  /** Newest block that was recorded before. A rescan does not change what is recorded up to it. */
  readonly recordedTo: number
  /** Newest block of the step. */
  readonly upTo: number
  readonly finality: FinalityResults
  /** Whether payments are screened before they are credited. */
  readonly isScreened: boolean
  /** The posted custody of the network, 1e-8 USDT. */
  readonly custody: bigint
  readonly payments: PaymentFindings
  readonly treasury: TreasuryFindings
}

export interface PaymentFindings {
  /** Transfers to our addresses that the step reports. */
  readonly arrivals: readonly Arrival[]
  /** Recorded transfers in blocks of the step that the step does not report. */
  readonly gone: readonly RecordedTransfer[]
  /** Recorded rows of the arrivals, and of the transfers whose finality was checked, by name. */
  readonly known: ReadonlyMap<string, RecordedTransfer>
}

/** A transfer to one of our addresses. */
export interface Arrival {
  readonly transfer: SeenTransfer
  /** The order that leased the address at the time of the block. */
  readonly holderId: string | undefined
  /** Whether the database has lost the order that the transfer paid. */
  readonly isLost: boolean
}

/** Reads what is recorded about the transfers of a step. Runs after the cursor has moved, which locks the network. */
export async function collect(
  tx: Tx,
  context: Context,
  cursor: Cursor,
  step: RecordableStep,
  finality: FinalityResults,
): Promise<Findings> {
  const { environment, network } = cursor
  const id = { environment, network }
  const blocks = blocksRead(cursor, step)
  const transfers: SeenTransfer[] = []
  const topups: SeenTransfer[] = []
  for (const transfer of step.transfers)
    ((await isHotWallet(tx, context, id, transfer.to)) ? topups : transfers).push(transfer)
  return {
    id,
    depth: context.chain(id)?.depth ?? 1,
    recordedTo: step.kind === 'rewind' ? step.after.number : cursor.block.number,
    upTo: step.to.number,
    finality,
    isScreened: context.screening.isEnabled(id),
    payments: await collectPayments(tx, context, id, { transfers, blocks, finality }),
    custody: await custodyOf(tx, id),
    treasury: await collectTreasury(tx, context, id, { step, topups, blocks, finality }),
  }
}

interface PaymentSources {
  readonly transfers: readonly SeenTransfer[]
  readonly blocks: BlockRange
  readonly finality: FinalityResults
}

async function collectPayments(
  tx: Tx,
  context: Context,
  id: ChainId,
  { transfers, blocks, finality }: PaymentSources,
): Promise<PaymentFindings> {
  const arrivals: Arrival[] = []
  const known = new Map<string, RecordedTransfer>()
  const read = async (transfer: Pick<SeenTransfer, 'txHash' | 'logIndex'>) => {
    const { txHash, logIndex } = transfer
    const row = await tx.transfers.find({ ...id, txHash, logIndex })
    if (row) known.set(transferName(row), row)
  }
  for (const transfer of transfers) {
    const holder = await tx.addresses.findHolder(id, transfer.to, transfer.block.timeAt)
    const place = { to: transfer.to, at: transfer.block.timeAt }
    const isLost =
      holder === undefined &&
      isLostPayment(context, id, transfer) &&
      (await findIntended(tx, id, place)) === undefined
    arrivals.push({ transfer, holderId: holder?.orderId, isLost })
    await read(transfer)
  }
  const reported = new Set(transfers.map(transferName))
  const gone = (await tx.transfers.listIn(id, blocks)).filter((each) => !reported.has(transferName(each)))
  for (const transfer of finality.decided) if (!reported.has(transferName(transfer))) await read(transfer)
  return { arrivals, gone, known }
}

/** Returns the blocks that a step covers completely: those of a replacing branch, or those above the cursor. */
const blocksRead = ({ block }: Cursor, step: RecordableStep): BlockRange =>
  step.kind === 'rewind'
    ? { after: step.after.number, upTo: step.upTo }
    : { after: block.number, upTo: step.to.number }

/** Lists the recorded transfers that a step confirms (`due`) or drops (`absent`), in chain order. */
export function listDecided(
  known: ReadonlyMap<string, RecordedTransfer>,
  { finality, upTo }: Findings,
): { due: RecordedTransfer[]; absent: RecordedTransfer[] } {
  const findOpen = (named: readonly TransferInBlock[]) =>
    named
      .flatMap((transfer) => {
        const row = known.get(transferName(transfer))
        return row && isOpen(row) && row.block.hash === transfer.block.hash ? [row] : []
      })
      .sort(inChainOrder)
  const due = findOpen(finality.list('final'))
  return {
    due: due.filter(({ dueBlock, screenedAt }) => dueBlock <= upTo && screenedAt !== null),
    absent: findOpen(finality.list('absent')),
  }
}

/** The transfer is recorded as canonical, unconfirmed and not ignored. */
const isOpen = ({ confirmedAt, orphanedAt, ignoredReason }: RecordedTransfer): boolean =>
  confirmedAt === null && orphanedAt === null && ignoredReason === null

/** Compares two transfers by their position on the chain. */
export function inChainOrder(one: TransferPosition, other: TransferPosition): number {
  const isSameBlock = one.block.number === other.block.number
  if (isSameBlock && one.logIndex === other.logIndex) return one.txHash < other.txHash ? -1 : 1
  return isSameBlock ? one.logIndex - other.logIndex : one.block.number - other.block.number
}
