import type { DayBudget, NodesReport } from './chain-health.js'
import { type Usdt, usdt } from './money.js'
import type { BlockRef, BookedStep } from './payments.js'
import type { ChainId } from './ports.js'
import type { Sender } from './senders.js'
import type { Tx } from './tables.js'

/** A block as it hangs on its parent: where a branch begins is found by these links. */
export interface LinkedBlock extends BlockRef {
  readonly parentHash: string
}

/** How far a network is booked: all that a chain needs to go on, also after a restart. */
export interface ScanState {
  readonly cursor: BlockRef
  /** The newest blocks that were booked, newest first, {@link RING_BLOCKS} at most; empty where the chain keeps none. */
  readonly ring: readonly LinkedBlock[]
}

/** As deep as a network is ever followed back. */
export const RING_BLOCKS = 256

/** What a stretch of blocks shows of our addresses and of the token. */
export interface Sightings {
  /**
   * Movements to our addresses from others. Those in blocks above `to` are tentative: seen, but in blocks that may still
   * go, and gone when `to` passes their block without them.
   */
  readonly transfers: readonly SeenTransfer[]
  /** Movements from our addresses, to whomever. */
  readonly outgoing: readonly SeenTransfer[]
  /** What touched our addresses and counts for nothing. */
  readonly ignored: readonly IgnoredTransfer[]
  readonly notices: readonly TokenNotice[]
}

/** What is told of a network beside what a look was for. */
interface Told {
  /** Number of the newest block that could be booked. */
  readonly head?: number
  /** How many transfers the blocks of the step hold, whosever: what {@link Chain.stands} compares. */
  readonly transferCount?: number
}

/** Why what a node tells is not believed: no other one has told it yet, or another one contradicts it. */
export type Doubt = 'unconfirmed' | 'disputed'

/**
 * One look at a network: everything that happened up to block `to`; or the branch up to `to` that replaced the blocks
 * after `after`; or nothing new; or something that only the operator can judge.
 */
export type ScanStep =
  | ({ kind: 'forward'; to: BlockRef; blocks: readonly LinkedBlock[] } & Sightings & Told)
  | ({
      kind: 'rewind'
      after: BlockRef
      to: BlockRef
      /** Newest block that the branch changed, where the blocks above it hold what they held; absent where all changed. */
      upTo?: number
      blocks: readonly LinkedBlock[]
    } & Sightings &
      Told)
  | ({ kind: 'idle'; why: string; doubt?: Doubt } & Told)
  | { kind: 'halt'; why: string }

/** A movement of the token as the network tells it. `(network, txHash, logIndex)` identifies it. */
export interface SeenTransfer {
  readonly txHash: string
  readonly logIndex: number
  readonly from: string
  readonly to: string
  /** Who signed the transaction, where the network tells it. */
  readonly origin: string | null
  /** 1e-8 USDT, > 0 */
  readonly value: Usdt
  readonly block: BlockRef
}

/** One USDT. Anybody can send many amounts below it, so nothing else may wait for what they take. */
export const DUST = usdt(100_000_000n)

export const isDust = ({ value }: { readonly value: Usdt }): boolean => value < DUST

/** What names a transfer on its network. */
export const transferName = ({ txHash, logIndex }: Pick<SeenTransfer, 'txHash' | 'logIndex'>): string =>
  `${txHash}/${logIndex}`

/** Why something that touched one of our addresses counts for nothing. */
export type IgnoredReason = 'zero_value' | 'failed' | 'internal' | 'implausible' | 'foreign_token'

export interface IgnoredTransfer {
  readonly txHash: string
  readonly logIndex: number
  /** The one of ours that it touched. */
  readonly address: string
  readonly from: string
  readonly to: string
  /** As the network tells it, 1e-6 units of whatever token; it may be larger than any amount there can be. */
  readonly value: bigint
  readonly block: BlockRef
  readonly reason: IgnoredReason
}

/** What another token says to have moved to an address of ours: no money, but maybe a payer's mistake. */
export interface ForeignTransfer extends Omit<IgnoredTransfer, 'address' | 'reason'> {
  /** The contract that says it. */
  readonly token: string
}

/** What the token's owner did. */
export interface TokenNotice {
  readonly kind:
    | 'paused'
    | 'unpaused'
    | 'deprecated'
    | 'fee_changed'
    | 'fee_ended'
    | 'blacklisted'
    | 'unblacklisted'
    | 'funds_destroyed'
  /** Whom it concerns, if one of ours. */
  readonly address: string | null
  /** What was destroyed, 1e-8 USDT; zero for the other kinds. */
  readonly value: Usdt
  readonly txHash: string
  readonly logIndex: number
  readonly block: BlockRef
}

/**
 * Which addresses are ours: what we lease to orders and are about to, the wallet's first one, which is never leased, and
 * every wallet that ever signed, which have its index, 0.
 */
export interface Watched {
  /** Addresses with an index above that one, ascending; fewer than `limit` where no more follow. */
  since(index: number, limit: number): Promise<readonly { index: number; address: string }[]>
  /** Those of them that are ours. */
  ours(addresses: readonly string[]): Promise<ReadonlySet<string>>
  /** Whether an order waits for its payment, so that it is worth a look at blocks that may still go; always where absent. */
  isAnybodyPaying?(): Promise<boolean>
}

/**
 * What one more look says of a transfer that reached its depth. Only `final` money is credited. `never`: its block is deep
 * by now, and every node that is asked has that very block without it.
 */
export type Verdict = 'final' | 'wait' | 'gone' | 'disputed' | 'never'

/** What was asked of a network at the start and turned out right. */
export interface ChainFacts {
  /** The network's own number; undefined for a sandbox. */
  readonly chainId: number | undefined
  /** Undefined as long as its nodes do not agree on it, or no second one tells. */
  readonly isTokenPaused: boolean | undefined
  readonly isTokenDeprecated: boolean | undefined
  /** For a person: what two nodes tell differently. */
  readonly disputed?: string
}

/** A fact of the network contradicts the settings: serving on would lose money. */
export class WrongChain extends Error {
  override readonly name = 'WrongChain'
}

/** The token has no list of addresses whose money it keeps from moving. */
export class NoBlackList extends Error {
  override readonly name = 'NoBlackList'
}

/** Something that can wait was not asked: whoever asks anew later loses nothing. */
export class KeptForBlocks extends Error {
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
  next(state: ScanState, watched: Watched, signal: AbortSignal): Promise<ScanStep>
  /**
   * Whether the chain still says what a step from `cursor` says of it, asked by the unit that books the step, which has
   * locked the network. Absent where blocks are no rows of these books and cannot change under a unit's eyes.
   */
  stands?(tx: Tx, cursor: BlockRef, step: BookedStep): Promise<boolean>
  /** One verdict for each transfer, in their order. `upTo` is the newest block that will be booked with them. */
  settle(transfers: readonly SeenTransfer[], upTo: BlockRef, signal: AbortSignal): Promise<readonly Verdict[]>
  /**
   * Reads booked blocks once more, `from` and `to` included, 50 at most.
   *
   * @throws KeptForBlocks where it can wait
   */
  reread(
    blocks: { from: number; to: number },
    watched: Watched,
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
  look(address: string, at: BlockRef, signal: AbortSignal, canWait?: boolean): Promise<Usdt>
  /**
   * Whether the token's own list has an address at a booked block. Absent where there is no such list to ask.
   *
   * @param canWait it is about dust
   * @throws NoBlackList when the token has none; KeptForBlocks where it can wait; any other error when no node can tell
   */
  isBlackListed?(address: string, at: BlockRef, signal: AbortSignal, canWait?: boolean): Promise<boolean>
  /** The address of that index in the operator's wallet, in the network's own spelling. */
  deriveAddress(index: number): string
  /**
   * The network's own spelling of an address where somebody else can be paid: well-formed, its checksum right, not zero,
   * not the token; undefined for every other text.
   */
  readDestination(address: string): string | undefined
  /** Absent where no key signs: withdrawals wait for review then. */
  readonly sender?: Sender
  /** Its nodes' days, where calls of a day have an end. */
  readonly budgets?: readonly DayBudget[]
  /** How its nodes do; absent where no nodes serve it. */
  nodes?(): NodesReport
}
