import type { Chain, Finality } from '../chain/chain.js'
import type { RecordableStep } from '../chain/scan-step.js'
import { type RecordedTransfer, type SeenTransfer, transferName } from '../chain/transfer.js'
import type { TreasuryTransfer } from '../chain/treasury-transfer.js'
import type { Context } from '../context.js'
import type { BlockRef } from '../shared/types.js'
import type { TransferPosition } from '../store/payment-tables.js'
import type { Tx } from '../store/unit-of-work.js'

/** Maximum number of transfers whose finality is checked, and that are confirmed, in one step. */
export const CONFIRM_BATCH = 500

/** Positions where the next batch of due transfers continues; undefined to start at the oldest. */
export interface DuePositions {
  readonly transfers?: TransferPosition | undefined
  readonly treasuryTransfers?: TransferPosition | undefined
}

/** A batch of the transfers that have the required depth once a step is recorded. */
export interface DueTransfers {
  /** Recorded payments that are screened. */
  readonly recorded: readonly RecordedTransfer[]
  /** Treasury transfers and transfers of the step itself; without payments if they are screened first. */
  readonly others: readonly SeenTransfer[]
  /** Where the next batch continues, so that transfers that never become final do not block the others. */
  readonly next: DuePositions
  /** Whether nothing else is due. */
  readonly isAll: boolean
}

/** A transfer in a certain block. Its finality there says nothing about the same transfer in another branch. */
export type TransferInBlock = Pick<SeenTransfer, 'txHash' | 'logIndex'> & {
  readonly block: Pick<BlockRef, 'hash'>
}

/** Results of a finality check, each for a transfer in a certain block. */
export class FinalityResults {
  private readonly results: ReadonlyMap<string, readonly [TransferInBlock, Finality]>

  constructor(private readonly all: readonly (readonly [TransferInBlock, Finality])[] = []) {
    this.results = new Map(all.map((each) => [keyOf(each[0]), each]))
  }

  /** The transfers to confirm or to drop. */
  get decided(): TransferInBlock[] {
    return [...this.list('final'), ...this.list('absent')]
  }

  list(finality: Finality): TransferInBlock[] {
    return [...this.results.values()].flatMap(([transfer, result]) => (result === finality ? [transfer] : []))
  }

  isFinal(transfer: TransferInBlock): boolean {
    return this.of(transfer) === 'final'
  }

  isConflicting(transfer: TransferInBlock): boolean {
    return this.of(transfer) === 'conflicting'
  }

  /** Whether the transfer was never in its recorded block. */
  isAbsent(transfer: TransferInBlock): boolean {
    return this.of(transfer) === 'absent'
  }

  /** Returns a copy with another result for some transfers. */
  withResult(transfers: readonly TransferInBlock[], finality: Finality): FinalityResults {
    return new FinalityResults([...this.all, ...transfers.map((transfer) => [transfer, finality] as const)])
  }

  private of(transfer: TransferInBlock): Finality | undefined {
    return this.results.get(keyOf(transfer))?.[1]
  }
}

const keyOf = (transfer: TransferInBlock): string => `${transferName(transfer)}@${transfer.block.hash}`

/**
 * Lists the transfers that have the required depth once `step` is recorded. Their finality is checked before the step is
 * recorded, so this runs in a transaction of its own.
 */
export async function listDueWith(
  tx: Tx,
  { screening }: Pick<Context, 'screening'>,
  { environment, network, depth }: Chain,
  step: RecordableStep,
  positions: DuePositions = {},
): Promise<DueTransfers> {
  const { to, transfers, outgoing } = step
  const id = { environment, network }
  const page = { after: positions.transfers, limit: CONFIRM_BATCH }
  const stored = await tx.transfers.listDue(id, to.number, page)
  const seen = new Map(
    [...transfers, ...outgoing].map((transfer) => [transferName(transfer), transfer.block]),
  )
  const recorded = stored.flatMap((transfer) => afterStep(step, seen, transfer) ?? [])
  const treasury = await tx.treasuryTransfers.listDue(id, to.number, {
    ...page,
    after: positions.treasuryTransfers,
  })
  const moved = treasury.flatMap((transfer) => afterStep(step, seen, transfer) ?? []).flatMap(asTransfer)
  const known = new Set([...recorded, ...moved].map(transferName))
  const brought = [...(screening.isEnabled(id) ? [] : transfers), ...outgoing]
  const arriving = brought.filter(
    (transfer) => transfer.block.number + depth - 1 <= to.number && !known.has(transferName(transfer)),
  )
  const next: DuePositions = { transfers: lastOf(stored), treasuryTransfers: lastOf(treasury) }
  const isAll = [...Object.values(positions), ...Object.values(next)].every(
    (position) => position === undefined,
  )
  return { recorded, others: [...moved, ...arriving], next, isAll }
}

const lastOf = (page: readonly TransferPosition[]): TransferPosition | undefined =>
  page.length < CONFIRM_BATCH ? undefined : page.at(-1)

/** Finality checks take transfers only, so destroyed funds are left out. */
const asTransfer = ({ txHash, logIndex, from, to, value, block }: TreasuryTransfer): SeenTransfer[] =>
  to === null ? [] : [{ txHash, logIndex, from, to, value, block, origin: null }]

const isReplaced = (step: RecordableStep, number: number): boolean =>
  step.kind === 'rewind' && number > step.after.number && number <= (step.upTo ?? number)

/** A stored transfer in its block after the step; undefined if it is in the branch that the step replaces. */
function afterStep<Stored extends TransferPosition & { readonly block: BlockRef }>(
  step: RecordableStep,
  seen: ReadonlyMap<string, BlockRef>,
  stored: Stored,
): Stored | undefined {
  const block = seen.get(transferName(stored))
  if (block) return { ...stored, block }
  return isReplaced(step, stored.block.number) ? undefined : stored
}
