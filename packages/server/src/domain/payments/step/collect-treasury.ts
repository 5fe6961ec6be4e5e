import { isHotWallet } from '../../chain/own-addresses.js'
import type { RecordableStep, TokenAdminEvent } from '../../chain/scan-step.js'
import { type SeenTransfer, transferName } from '../../chain/transfer.js'
import type { TreasuryTransfer } from '../../chain/treasury-transfer.js'
import type { Context } from '../../context.js'
import { isFromBeforeStart } from '../../recovery/unknown-transfers.js'
import type { ChainId } from '../../shared/types.js'
import type { BlockRange } from '../../store/payment-tables.js'
import type { Tx } from '../../store/unit-of-work.js'
import { CONFIRM_BATCH, type FinalityResults } from '../finality-queue.js'

export interface TreasuryFindings {
  /** Treasury transfers that the step reports. */
  readonly seen: readonly SeenTreasuryTransfer[]
  /** Transfers of transactions that were signed here. */
  readonly signed: readonly SeenTransfer[]
  /** Recorded treasury transfers in blocks of the step that the step does not report. */
  readonly gone: readonly TreasuryTransfer[]
  /** Recorded rows of those that are seen, and of those whose finality was checked, by name. */
  readonly known: ReadonlyMap<string, TreasuryTransfer>
  /** Unconfirmed rows of funds that the token's owner destroyed, with the required depth. */
  readonly destroyed: readonly TreasuryTransfer[]
  readonly isRecovering: boolean
}

/** A treasury transfer as reported by a step. */
export interface SeenTreasuryTransfer
  extends Pick<
    TreasuryTransfer,
    'kind' | 'txHash' | 'logIndex' | 'from' | 'to' | 'value' | 'residue' | 'block'
  > {
  /** A sweep from a former hot wallet: while the database is recovering, it may be a payment that the database has lost. */
  readonly isFromFormer?: boolean
}

interface TreasurySources {
  readonly step: RecordableStep
  /** Transfers of the step into a hot wallet. */
  readonly topups: readonly SeenTransfer[]
  readonly blocks: BlockRange
  readonly finality: FinalityResults
}

/** Reads what is recorded about the treasury transfers of a step. */
export async function collectTreasury(
  tx: Tx,
  context: Context,
  id: ChainId,
  { step, topups, blocks, finality }: TreasurySources,
): Promise<TreasuryFindings> {
  const signed: SeenTransfer[] = []
  const others: SeenTransfer[] = []
  for (const transfer of step.outgoing)
    ((await tx.signedTransactions.isKnown({ ...id, ...transfer })) ? signed : others).push(transfer)
  const seen = await listSeen(tx, context, id, { ...step, outgoing: others }, topups)
  const reported = new Set(seen.map(transferName))
  const known = new Map<string, TreasuryTransfer>()
  for (const { txHash, logIndex } of [...seen, ...finality.decided]) {
    const row = await tx.treasuryTransfers.find({ ...id, txHash, logIndex })
    if (row) known.set(transferName(row), row)
  }
  const recorded = await tx.treasuryTransfers.listIn(id, blocks)
  return {
    seen,
    signed,
    known,
    gone: recorded.filter((transfer) => !reported.has(transferName(transfer))),
    destroyed: await tx.treasuryTransfers.listDestroyed(id, step.to.number, CONFIRM_BATCH),
    isRecovering:
      seen.some(({ isFromFormer }) => isFromFormer) && (await tx.recoveries.findOpen()) !== undefined,
  }
}

async function listSeen(
  tx: Tx,
  context: Context,
  id: ChainId,
  { ignored, outgoing, adminEvents }: RecordableStep,
  topups: readonly SeenTransfer[],
): Promise<SeenTreasuryTransfer[]> {
  const wallet = context.chain(id)?.sender?.wallet
  const internal = new Set(ignored.filter(({ reason }) => reason === 'internal').map(transferName))
  const isOurs = async (address: string) =>
    (await isHotWallet(tx, context, id, address)) || (await tx.addresses.listKnown(id, [address])).length > 0
  const seen: SeenTreasuryTransfer[] = topups.map((transfer) => ({ ...transfer, kind: 'topup' }))
  for (const transfer of outgoing) {
    const isCurrent = transfer.from === wallet
    const isFormer = !isCurrent && (await isHotWallet(tx, context, id, transfer.from))
    if (internal.has(transferName(transfer)) || (await isOurs(transfer.to))) {
      seen.push({ ...transfer, kind: 'move' })
    } else if (isCurrent || (isFormer && isFromBeforeStart(context, id, transfer.block))) {
      seen.push({ ...transfer, kind: 'outgoing' })
    } else seen.push({ ...transfer, kind: 'sweep', isFromFormer: isFormer })
  }
  return [...seen, ...adminEvents.flatMap(destruction)]
}

function destruction(event: TokenAdminEvent): SeenTreasuryTransfer[] {
  const { kind, address, value } = event
  if (kind !== 'funds_destroyed' || address === null || value === 0n) return []
  return [{ ...event, kind: 'destroyed', from: address, to: null }]
}
