import type { Chain, Finality } from '../chain/chain.js'
import type { RecordableStep } from '../chain/scan-step.js'
import type { Context } from '../context.js'
import type { BlockRef } from '../shared/types.js'
import type { TransferPlace } from '../store/payment-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import { type RecordedTransfer, type SeenTransfer, transferName } from './transfer.js'
import type { TreasuryTransfer } from './treasury-transfer.js'

/** Transfers that are asked about at once, and that one transaction confirms at most; the rest follow with the next. */
export const CONFIRM_BATCH = 500

/** After what a look at all that is due goes on; from the oldest on where nothing is said. */
export interface DuePlaces {
  readonly transfers?: TransferPlace | undefined
  readonly treasuryTransfers?: TransferPlace | undefined
}

/** What has its depth once a step is booked, or a part of it. */
export interface DueTransfers {
  /** Payments that are booked, and judged. */
  readonly recorded: readonly RecordedTransfer[]
  /** Other movements, and what the step itself brings: no payment where each has to be judged first. */
  readonly others: readonly SeenTransfer[]
  /** Where the next look goes on: what never becomes final must not keep the rest from being asked about. */
  readonly next: DuePlaces
  /** There is nothing else that is due. */
  readonly isAll: boolean
}

/** A transfer in one block: what a network says of it there says nothing of the same transfer in another branch. */
export type PlacedTransfer = Pick<SeenTransfer, 'txHash' | 'logIndex'> & {
  readonly block: Pick<BlockRef, 'hash'>
}

/** What a network said of transfers, each in the block that it was asked about. */
export class FinalityResults {
  private readonly given: ReadonlyMap<string, readonly [PlacedTransfer, Finality]>

  constructor(private readonly all: readonly (readonly [PlacedTransfer, Finality])[] = []) {
    this.given = new Map(all.map((each) => [placeName(each[0]), each]))
  }

  /** There is something to book. */
  get isAnyDecided(): boolean {
    return this.list('final').length > 0 || this.list('absent').length > 0
  }

  list(verdict: Finality): PlacedTransfer[] {
    return [...this.given.values()].flatMap(([transfer, said]) => (said === verdict ? [transfer] : []))
  }

  isFinal(transfer: PlacedTransfer): boolean {
    return this.of(transfer) === 'final'
  }

  isConflicting(transfer: PlacedTransfer): boolean {
    return this.of(transfer) === 'conflicting'
  }

  /** It never was where the books have it. */
  isAbsent(transfer: PlacedTransfer): boolean {
    return this.of(transfer) === 'absent'
  }

  /** The same, with another word on some of them. */
  withResult(transfers: readonly PlacedTransfer[], verdict: Finality): FinalityResults {
    return new FinalityResults([...this.all, ...transfers.map((transfer) => [transfer, verdict] as const)])
  }

  private of(transfer: PlacedTransfer): Finality | undefined {
    return this.given.get(placeName(transfer))?.[1]
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
  step: RecordableStep,
  places: DuePlaces = {},
): Promise<DueTransfers> {
  const { to, transfers, outgoing } = step
  const id = { environment, network }
  const page = { after: places.transfers, limit: CONFIRM_BATCH }
  const booked = await tx.transfers.listDue(id, to.number, page)
  const seen = new Map(
    [...transfers, ...outgoing].map((transfer) => [transferName(transfer), transfer.block]),
  )
  const recorded = booked.flatMap((transfer) => placedBy(step, seen, transfer) ?? [])
  const movements = await tx.treasuryTransfers.listDue(id, to.number, {
    ...page,
    after: places.treasuryTransfers,
  })
  const moving = movements.flatMap((movement) => placedBy(step, seen, movement) ?? []).flatMap(asTransfer)
  const known = new Set([...recorded, ...moving].map(transferName))
  const brought = [...(screening.isAsked(id) ? [] : transfers), ...outgoing]
  const arriving = brought.filter(
    (transfer) => transfer.block.number + depth - 1 <= to.number && !known.has(transferName(transfer)),
  )
  const next = { transfers: lastOf(booked), movements: lastOf(movements) }
  const isAll = [...Object.values(places), ...Object.values(next)].every((place) => place === undefined)
  return { recorded, others: [...moving, ...arriving], next, isAll }
}

const lastOf = (page: readonly TransferPlace[]): TransferPlace | undefined =>
  page.length < CONFIRM_BATCH ? undefined : page.at(-1)

/** As a network is asked about it: it tells transfers alone. */
const asTransfer = ({ txHash, logIndex, from, to, value, block }: TreasuryTransfer): SeenTransfer[] =>
  to === null ? [] : [{ txHash, logIndex, from, to, value, block, origin: null }]

const isReplaced = (step: RecordableStep, number: number): boolean =>
  step.kind === 'rewind' && number > step.after.number && number <= (step.upTo ?? number)

/** A booked transfer as the step leaves it; undefined where it goes with the branch that the step replaces. */
function placedBy<Booked extends TransferPlace & { readonly block: BlockRef }>(
  step: RecordableStep,
  seen: ReadonlyMap<string, BlockRef>,
  booked: Booked,
): Booked | undefined {
  const block = seen.get(transferName(booked))
  if (block) return { ...booked, block }
  return isReplaced(step, booked.block.number) ? undefined : booked
}
