import type { Instant } from '../shared/types.js'
import type { RawTransaction, TransactionFate } from './raw-transaction.js'

/** A transaction that lends energy to an address, or takes it back. */
export interface Loan extends RawTransaction {
  readonly expiresAt: Instant
  /** Stake that it lends, smallest unit of the coin; 0 where it takes energy back. */
  readonly stake: bigint
}

/**
 * An account whose staked coins give addresses the energy of their transactions. Energy that was lent twice is taken
 * back twice, so that the chain alone says what is out.
 */
export interface StakingAccount {
  readonly address: string
  /** The address of the key, which can do nothing but lend and take back. */
  readonly signer: string
  coins(signal: AbortSignal): Promise<bigint>
  /** The stake that gives so much energy. */
  stakeFor(energy: number, signal: AbortSignal): Promise<bigint>
  /** Stake that is not lent, and whose energy is not used. */
  freeStake(signal: AbortSignal): Promise<bigint>
  /** Every account that has something of the stake, in the newest block. */
  receivers(signal: AbortSignal): Promise<readonly string[]>
  /** Stake lent to an address: the most that a node knows of, and the least that is final. */
  lentTo(address: string, signal: AbortSignal): Promise<{ readonly most: bigint; readonly final: bigint }>
  /** Energy and bytes that an address has left: the least that a node knows of. */
  resourcesOf(
    address: string,
    signal: AbortSignal,
  ): Promise<{ readonly energy: number; readonly bytes: number }>
  lend(address: string, stake: bigint, signal: AbortSignal): Promise<Loan>
  takeBack(address: string, stake: bigint, signal: AbortSignal): Promise<Loan>
  fate(loan: Loan, signal: AbortSignal): Promise<TransactionFate>
}
