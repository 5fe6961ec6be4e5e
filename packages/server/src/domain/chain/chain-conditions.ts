import type { Instant } from '../shared/types.js'

/** Conditions of a whole network. Each holds until it ends by itself or the operator ends it. */
export const CHAIN_CONDITIONS = [
  /** Nothing is read until the operator resumes the network. */
  'halted',
  /** No address is leased. */
  'token_paused',
  'token_deprecated',
  /** Most of the address limit is used. */
  'addresses_scarce',
  /** The token takes a fee, so less than the amount would arrive: withdrawals wait. */
  'token_fee',
  /** Two nodes disagree on a transfer, which waits. */
  'transfer_mismatch',
  /** Two nodes disagree on the blocks of the network, and nothing is read. */
  'block_mismatch',
  /** Nodes disagree on whether the token was paused or deprecated before the network was followed. */
  'token_mismatch',
  /** A transfer with the required depth has waited too long for its finality. */
  'confirmation_stuck',
  /** A late payment has waited too long for the transfers in time of its order. */
  'late_payment_stuck',
  /** The blocks that were read cannot be recorded; no address is leased until that succeeds. */
  'recording_stuck',
  /** Payments have waited too long for screening. */
  'screening_stuck',
  /** Nodes have been unusable for ten minutes. */
  'node_failing',
  /** One node alone serves a live network. */
  'node_alone',
  /** The hot wallet has less USDT, or fewer coins, than the operator wants it to have. */
  'hot_wallet_low',
  /** Nothing is signed. */
  'signer_paused',
  /** An operator has stopped payouts: withdrawals wait. */
  'payouts_stopped',
  /** An operator has paused new orders: no address is leased. */
  'orders_paused',
  /** The token's owner blacklisted one of our addresses, so that its funds cannot be moved. */
  'address_blacklisted',
  /** The balance of an address exceeds the recorded one, so its order does not expire. */
  'balance_mismatch',
] as const
export type ChainConditionKind = (typeof CHAIN_CONDITIONS)[number]

export interface ChainCondition {
  readonly kind: ChainConditionKind
  /** For the operator. */
  readonly reason: string
  readonly sinceAt: Instant
}
