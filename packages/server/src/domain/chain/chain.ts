import type { BlockRef, ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { DayBudget, NodesReport } from './node-report.js'
import type { RecordableStep, ScanState, ScanStep, Sightings } from './scan-step.js'
import type { Sender } from './sender.js'
import type { SweepNetwork } from './sweep-network.js'
import type { IgnoredTransfer, SeenTransfer } from './transfer.js'

/** A transfer of another token to one of our addresses. It is not a payment, but may be a payer's mistake. */
export interface ForeignTransfer extends Omit<IgnoredTransfer, 'address' | 'reason'> {
  /** The contract of the token. */
  readonly token: string
}

/**
 * Our addresses: those leased to orders or about to be, the wallet's first address, which is never leased, and every wallet
 * that ever signed. The last two have index 0.
 */
export interface WatchedAddresses {
  /** Lists addresses with a higher index, ascending; fewer than `limit` if no more follow. */
  since(index: number, limit: number): Promise<readonly { index: number; address: string }[]>
  /** Addresses of other networks that may be paid on this one by mistake: like {@link since}, by network. */
  readonly siblings?: readonly Pick<WatchedAddresses, 'since'>[]
  /** Returns those of the given addresses that are ours, those of siblings included. */
  ours(addresses: readonly string[]): Promise<ReadonlySet<string>>
  /** Whether an order waits for its payment, so that unconfirmed blocks should be read. If absent, they always are. */
  hasOpenOrders?(): Promise<boolean>
}

/**
 * Result of the finality check of a transfer that has the required depth. Only `final` transfers are credited. `reorged`:
 * its block was replaced. `conflicting`: nodes disagree. `absent`: all nodes have its block, which is final, without it.
 */
export type Finality = 'final' | 'pending' | 'reorged' | 'conflicting' | 'absent'

/** Facts about a network that are verified at the start. */
export interface ChainFacts {
  /** Chain id of the network; undefined for a sandbox. */
  readonly chainId: number | undefined
  /** Undefined while the nodes disagree, or no second node answers. */
  readonly isTokenPaused: boolean | undefined
  readonly isTokenDeprecated: boolean | undefined
  /** The disagreement of two nodes, for the operator. */
  readonly mismatch?: string
}

/** The network contradicts the settings, so that the server must not use it. */
export class WrongChain extends Error {
  override readonly name = 'WrongChain'
}

/** The token has no blacklist. */
export class NoTokenBlacklist extends Error {
  override readonly name = 'NoTokenBlacklist'
}

/** A call that can wait was not made, because the remaining calls of the day are reserved for blocks. Retry it later. */
export class CallsReservedForBlocks extends Error {
  override readonly name = 'CallsReservedForBlocks'

  constructor() {
    super("the node's remaining calls of the day are reserved for blocks")
  }
}

/**
 * A network in one environment. Methods call nodes and must not run in a transaction. Implementations keep no state that
 * must survive a restart. Calls with `canWait` are refused while the remaining calls of the day are reserved for blocks.
 */
export interface Chain extends ChainId {
  /** Confirmations that a transfer needs, counting its own block. */
  readonly depth: number
  /** Verifies the network. @throws WrongChain with the wrong fact; any other error if no node answers */
  verify(signal: AbortSignal): Promise<ChainFacts>
  /** Returns the newest block that can be recorded first: the start of a network's cursor. */
  head(signal: AbortSignal): Promise<BlockRef>
  /**
   * Returns a block on which all answering nodes agree. Absent if the chain has no nodes.
   *
   * @throws Error if no node has the block, or the nodes disagree
   */
  blockAt?(number: number, signal: AbortSignal): Promise<BlockRef>
  /** Reads the next step from one node; the number of blocks is bounded. */
  next(state: ScanState, watched: WatchedAddresses, signal: AbortSignal): Promise<ScanStep>
  /**
   * Whether a step from `cursor` still matches the chain. The transaction that records the step calls this with the network
   * locked. Absent unless the chain's blocks are stored in the same database.
   */
  isStepCurrent?(tx: Tx, cursor: BlockRef, step: RecordableStep): Promise<boolean>
  /** Returns the finality of each transfer, in the same order. `upTo` is the newest block of the step. */
  checkFinality(
    transfers: readonly SeenTransfer[],
    upTo: BlockRef,
    signal: AbortSignal,
  ): Promise<readonly Finality[]>
  /**
   * Reads recorded blocks again, from `from` to `to` inclusive, at most 50.
   *
   * @throws CallsReservedForBlocks only with `canWait`
   */
  rescan(
    blocks: { from: number; to: number },
    watched: WatchedAddresses,
    signal: AbortSignal,
    canWait?: boolean,
  ): Promise<Sightings>
  /**
   * Lists transfers of other tokens to an address in recorded blocks, from `from` to `to` inclusive. Absent if the scan
   * reads all tokens, so that they are recorded as ignored.
   */
  foreign?(
    query: { address: string; from: number; to: number },
    signal: AbortSignal,
  ): Promise<readonly ForeignTransfer[]>
  /**
   * Returns the token balance of an address at a recorded block, in exact units. Concurrent calls may be batched.
   *
   * @throws CallsReservedForBlocks only with `canWait`
   */
  balanceAt(address: string, at: BlockRef, signal: AbortSignal, canWait?: boolean): Promise<bigint>
  /**
   * Whether the token's blacklist contains an address at a recorded block. Absent if there is no blacklist to query.
   *
   * @param canWait set for dust
   * @throws NoTokenBlacklist if the token has none; CallsReservedForBlocks only with `canWait`; any other error if no node
   * answers
   */
  isBlacklisted?(address: string, at: BlockRef, signal: AbortSignal, canWait?: boolean): Promise<boolean>
  /** Returns the address with that index of the operator's wallet, in the network's format. */
  deriveAddress(index: number): string
  /**
   * Parses the destination of a withdrawal: a well-formed address with a valid checksum, not zero and not the token.
   *
   * @returns the address in the network's format; undefined for any other text
   */
  parseDestination(address: string): string | undefined
  /** Absent without a signing key; then withdrawals wait for review. */
  readonly sender?: Sender
  /** Empties receiving addresses; absent if the chain has no nodes. */
  readonly sweeps?: SweepNetwork
  /** The daily call budgets of the nodes that have one. */
  readonly budgets?: readonly DayBudget[]
  /** Reports on the nodes; absent if the chain has none. */
  nodes?(): NodesReport
}
