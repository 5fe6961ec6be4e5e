import type { Instant } from '../shared/types.js'

/** The common part of all transactions of one plan of sweeps. Coins are in the smallest unit, wei or sun. */
export type SweepTerms = GasTerms | EnergyTerms

/** Terms where a transaction pays for gas, and its address must have the whole price before. */
export interface GasTerms {
  readonly kind: 'gas'
  readonly gasLimit: bigint
  /** Per unit of gas. */
  readonly maxFee: bigint
  readonly tip: bigint
}

/** Terms where a transaction burns coins for energy and bandwidth, and expires. */
export interface EnergyTerms {
  readonly kind: 'energy'
  /** The most that is burned for energy. */
  readonly feeLimit: bigint
  /** Burned for the bytes of one transaction. */
  readonly byteCost: bigint
  /** Energy that a staking account lends to each address; 0 where the address burns coins for it. */
  readonly lentEnergy: number
  /** Bytes of one transaction, free for an address once a day. */
  readonly bytes: number
  /** Burned by one transaction at the prices of the plan, with a reserve; with lent energy the coins that open an account. */
  readonly expectedCost: bigint
  /** A block that every branch has. */
  readonly reference: { readonly number: number; readonly hash: string }
  readonly signedAt: Instant
  readonly expiresAt: Instant
}

/** The most that one transaction can cost. */
export const worstCostOf = (terms: SweepTerms): bigint =>
  terms.kind === 'gas' ? terms.gasLimit * terms.maxFee : terms.feeLimit + terms.byteCost

/** The coins that an address needs before its transaction is sent. */
export const neededCoinsOf = (terms: SweepTerms): bigint =>
  terms.kind === 'gas' ? worstCostOf(terms) : terms.expectedCost
