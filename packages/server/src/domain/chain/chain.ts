import type { IgnoredTransfer, SeenTransfer } from '../payments/transfer.js'
import type { Usdt } from '../shared/money.js'
import type { BlockRef, ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Sender } from '../withdrawals/sender.js'
import type { DayBudget, NodesReport } from './node-report.js'
import type { RecordableStep, ScanState, ScanStep, Sightings } from './scan-step.js'

/** What another token says to have moved to an address of ours: no money, but maybe a payer's mistake. */
export interface ForeignTransfer extends Omit<IgnoredTransfer, 'address' | 'reason'> {
  /** The contract that says it. */
  readonly token: string
}

/**
 * Which addresses are ours: what we lease to orders and are about to, the wallet's first one, which is never leased, and
 * every wallet that ever signed, which have its index, 0.
 */
export interface WatchedAddresses {
  /** Addresses with an index above that one, ascending; fewer than `limit` where no more follow. */
  since(index: number, limit: number): Promise<readonly { index: number; address: string }[]>
  /** Those of them that are ours. */
  ours(addresses: readonly string[]): Promise<ReadonlySet<string>>
  /** Whether an order waits for its payment, so that it is worth a look at blocks that may still go; always where absent. */
  hasOpenOrders?(): Promise<boolean>
}

/**
 * What one more look says of a transfer that reached its depth. Only `final` money is credited. `never`: its block is deep
 * by now, and every node that is asked has that very block without it.
 */
export type Finality = 'final' | 'pending' | 'reorged' | 'conflicting' | 'absent'

/** What was asked of a network at the start and turned out right. */
export interface ChainFacts {
  /** The network's own number; undefined for a sandbox. */
  readonly chainId: number | undefined
  /** Undefined as long as its nodes do not agree on it, or no second one tells. */
  readonly isTokenPaused: boolean | undefined
  readonly isTokenDeprecated: boolean | undefined
  /** For a person: what two nodes tell differently. */
  readonly mismatch?: string
}

/** A fact of the network contradicts the settings: serving on would lose money. */
export class WrongChain extends Error {
  override readonly name = 'WrongChain'
}

/** The token has no list of addresses whose money it keeps from moving. */
export class NoTokenBlacklist extends Error {
  override readonly name = 'NoBlackList'
}

/** Something that can wait was not asked: whoever asks anew later loses nothing. */
export class CallsReservedForBlocks extends Error {
  override readonly name = 'KeptForBlocks'

  constructor() {
    super('the calls that are left of the day are kept for blocks')
  }
}

/**
 * Calls talk to the outside: no transaction is open meanwhile. Every chain keeps nothing that a restart loses. What can
 * wait is not asked while the calls that are left of the day are needed for blocks.
 */
export interface Chain extends ChainId {
  /** Blocks on top of a transfer's own, itself included, before it counts as confirmed. */
  readonly depth: number
  /** @throws WrongChain that names the wrong fact; any other error when no node can tell */
  verify(signal: AbortSignal): Promise<ChainFacts>
  /** The newest block that can be the first one booked: where a network's cursor starts. */
  head(signal: AbortSignal): Promise<BlockRef>
  /**
   * A block by its number, as all nodes that answer tell it. Absent where there are no nodes.
   *
   * @throws Error where none has it, or they tell different ones
   */
  blockAt?(number: number, signal: AbortSignal): Promise<BlockRef>
  /** One bounded step from one node. */
  next(state: ScanState, watched: WatchedAddresses, signal: AbortSignal): Promise<ScanStep>
  /**
   * Whether the chain still says what a step from `cursor` says of it, asked by the unit that books the step, which has
   * locked the network. Absent where blocks are no rows of these books and cannot change under a unit's eyes.
   */
  isStepCurrent?(tx: Tx, cursor: BlockRef, step: RecordableStep): Promise<boolean>
  /** One verdict for each transfer, in their order. `upTo` is the newest block that will be booked with them. */
  checkFinality(
    transfers: readonly SeenTransfer[],
    upTo: BlockRef,
    signal: AbortSignal,
  ): Promise<readonly Finality[]>
  /**
   * Reads booked blocks once more, `from` and `to` included, 50 at most.
   *
   * @throws KeptForBlocks where it can wait
   */
  rescan(
    blocks: { from: number; to: number },
    watched: WatchedAddresses,
    signal: AbortSignal,
    canWait?: boolean,
  ): Promise<Sightings>
  /**
   * What other tokens moved to an address in booked blocks, `from` and `to` included. Absent where the books have it, since
   * every token is read.
   */
  foreign?(
    query: { address: string; from: number; to: number },
    signal: AbortSignal,
  ): Promise<readonly ForeignTransfer[]>
  /**
   * What an address holds of the token at a booked block, 1e-8 USDT. Several at once may take fewer calls.
   *
   * @throws KeptForBlocks where it can wait
   */
  balanceAt(address: string, at: BlockRef, signal: AbortSignal, canWait?: boolean): Promise<Usdt>
  /**
   * Whether the token's own list has an address at a booked block. Absent where there is no such list to ask.
   *
   * @param canWait it is about dust
   * @throws NoBlackList when the token has none; KeptForBlocks where it can wait; any other error when no node can tell
   */
  isBlacklisted?(address: string, at: BlockRef, signal: AbortSignal, canWait?: boolean): Promise<boolean>
  /** The address of that index in the operator's wallet, in the network's own spelling. */
  deriveAddress(index: number): string
  /**
   * The network's own spelling of an address where somebody else can be paid: well-formed, its checksum right, not zero,
   * not the token; undefined for every other text.
   */
  parseDestination(address: string): string | undefined
  /** Absent where no key signs: withdrawals wait for review then. */
  readonly sender?: Sender
  /** Its nodes' days, where calls of a day have an end. */
  readonly budgets?: readonly DayBudget[]
  /** How its nodes do; absent where no nodes serve it. */
  nodes?(): NodesReport
}
