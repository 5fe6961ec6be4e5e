import { type Chain, type SeenTransfer, transferName, type Verdict } from './chains.js'
import { listDueMovements } from './movements.js'
import type { BlockRef, BookedStep, RecordedTransfer } from './payments.js'
import type { Context } from './ports.js'
import type { Tx } from './tables.js'

/** Transfers that one transaction confirms at most; the rest follow with the next. */
export const CONFIRM_BATCH = 500

/** What has its depth once a step is booked. */
export interface DueTransfers {
  /** Payments that are booked, and judged. */
  readonly recorded: readonly RecordedTransfer[]
  /** Other movements, and what the step itself brings: no payment where each has to be judged first. */
  readonly others: readonly SeenTransfer[]
}

/** A transfer in one block: what a network says of it there says nothing of the same transfer in another branch. */
type PlacedTransfer = Pick<SeenTransfer, 'txHash' | 'logIndex'> & { readonly block: Pick<BlockRef, 'hash'> }

/** What a network said of transfers, each in the block that it was asked about. */
export class Verdicts {
  private readonly given: ReadonlyMap<string, Verdict>

  constructor(private readonly all: readonly (readonly [PlacedTransfer, Verdict])[] = []) {
    this.given = new Map(all.map(([transfer, verdict]) => [placeName(transfer), verdict]))
  }

  get isAnyFinal(): boolean {
    return [...this.given.values()].includes('final')
  }

  isFinal(transfer: PlacedTransfer): boolean {
    return this.given.get(placeName(transfer)) === 'final'
  }

  isDisputed(transfer: PlacedTransfer): boolean {
    return this.given.get(placeName(transfer)) === 'disputed'
  }

  /** The same, with another word on some of them. */
  but(transfers: readonly PlacedTransfer[], verdict: Verdict): Verdicts {
    return new Verdicts([...this.all, ...transfers.map((transfer) => [transfer, verdict] as const)])
  }
}

const placeName = (transfer: PlacedTransfer): string => `${transferName(transfer)}@${transfer.block.hash}`

/**
 * What has its depth once `step` is booked, so that the network can be asked about it once more: as a unit of work of its
 * own, before the one that books the step.
 */
export async function listDueWith(
  tx: Tx,
  { screening }: Pick<Context, 'screening'>,
  { environment, network, depth }: Chain,
  step: BookedStep,
): Promise<DueTransfers> {
  const { to, transfers, outgoing } = step
  const id = { environment, network }
  const booked = await tx.transfers.listDue(id, to.number, CONFIRM_BATCH)
  const seen = new Map(
    [...transfers, ...outgoing].map((transfer) => [transferName(transfer), transfer.block]),
  )
  const recorded = booked.flatMap((transfer) => placedBy(step, seen, transfer) ?? [])
  const movements = await listDueMovements(tx, id, to.number)
  const moving = movements.flatMap((movement) => placedBy(step, seen, movement) ?? [])
  const known = new Set([...recorded, ...moving].map(transferName))
  const brought = [...(screening.isAsked(id) ? [] : transfers), ...outgoing]
  const arriving = brought.filter(
    (transfer) => transfer.block.number + depth - 1 <= to.number && !known.has(transferName(transfer)),
  )
  return { recorded, others: [...moving, ...arriving] }
}

/** A booked transfer as the step leaves it; undefined where it goes with the branch that the step replaces. */
function placedBy<Booked extends SeenTransfer>(
  step: BookedStep,
  seen: ReadonlyMap<string, BlockRef>,
  booked: Booked,
): Booked | undefined {
  const block = seen.get(transferName(booked))
  if (block) return { ...booked, block }
  return step.kind === 'rewind' && booked.block.number > step.after.number ? undefined : booked
}
