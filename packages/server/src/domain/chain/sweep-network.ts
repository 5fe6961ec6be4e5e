import type { Usdt } from '../shared/money.js'
import type { BlockRef, Instant } from '../shared/types.js'
import type { RawTransaction, TransactionFate } from './raw-transaction.js'
import type { BroadcastResult } from './sender.js'
import type { StakingAccount } from './staking-account.js'
import type { SweepTerms } from './sweep-terms.js'

/** A receiving address at the newest block. */
export interface SweepAccount {
  /** Smallest unit of the coin. */
  readonly coins: bigint
  /** Transactions in blocks; 0 where transactions are not numbered. */
  readonly nonce: number
  /** Whether a transaction of the address waits for a block. */
  readonly isBusy: boolean
}

/** A transaction that is in a block. */
export interface SweepOutcome {
  readonly hasSucceeded: boolean
  /** Its cost, smallest unit of the coin. */
  readonly fee: bigint
}

export interface SweepQuote {
  readonly terms: SweepTerms
  /** Expected cost of one transaction that brings coins to an address. */
  readonly topUpCost: bigint
  /** For the operator; undefined if there is nothing to say. */
  readonly note: string | undefined
}

/** A transaction that brings coins to an address. Only these bytes are ever broadcast for it. */
export interface TopUp extends RawTransaction {
  readonly to: string
  readonly value: bigint
  /** The most that it can cost, its value included. */
  readonly worstCost: bigint
  /** Its number among the transactions of the gas wallet; a time in ms where they are not numbered. */
  readonly nonce: number
  readonly expiresAt: Instant | null
}

/** The wallet that pays for sweeps. */
export interface GasWallet {
  readonly address: string
  coins(signal: AbortSignal): Promise<bigint>
  /**
   * Returns the place of the next top-up.
   *
   * @param last the highest nonce that was signed here; undefined for none
   * @throws OperatorError if a transaction waits that was not signed here
   */
  next(last: number | undefined, signal: AbortSignal): Promise<number>
  sign(to: string, value: bigint, nonce: number, signal: AbortSignal): Promise<TopUp>
  fate(topUp: TopUp, signal: AbortSignal): Promise<TransactionFate>
}

/** Reads and sends transactions for sweeps. Methods call nodes and must not run in a transaction. */
export interface SweepNetwork {
  /**
   * @param maxFee of a plan, in the unit of the network's setting; undefined for a proposal by the market
   * @param isStaked whether a staking account lends the energy
   */
  quote(
    transfer: {
      from: string
      to: string
      amount: Usdt
      maxFee: number | undefined
      isStaked: boolean
    },
    signal: AbortSignal,
  ): Promise<SweepQuote>
  accounts(addresses: readonly string[], signal: AbortSignal): Promise<readonly SweepAccount[]>
  /** Finds transactions in the newest blocks, or with `isFinal` only in blocks with the required depth. */
  outcomes(
    txHashes: readonly string[],
    isFinal: boolean,
    signal: AbortSignal,
  ): Promise<readonly (SweepOutcome | undefined)[]>
  broadcast(transaction: RawTransaction, signal: AbortSignal): Promise<BroadcastResult>
  /** Returns why no block takes transactions with these terms now; undefined if blocks take them. */
  obstacle(terms: SweepTerms, signal: AbortSignal): Promise<string | undefined>
  /** The newest block whose transactions are final. */
  finalBlock(signal: AbortSignal): Promise<Pick<BlockRef, 'number' | 'timeAt'>>
  /** @param key 64 hex digits */
  openGasWallet(key: string): Promise<GasWallet>
  /**
   * Absent where transactions need no energy.
   *
   * @param key 64 hex digits
   * @throws OperatorError unless the key may lend energy of the account, and do nothing else
   */
  openStakingAccount?(
    staking: { readonly key: string; readonly account: string },
    signal: AbortSignal,
  ): Promise<StakingAccount>
}
