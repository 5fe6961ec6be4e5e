import type { Instant } from '../shared/types.js'

/** Something that holds for a whole network until it ends by itself or the operator ends it. */
export const CHAIN_CONDITIONS = [
  /** Nothing is read until the operator looked at it. */
  'halted',
  /** No address is leased. */
  'token_paused',
  'token_deprecated',
  /** Most addresses that may be leased were. */
  'addresses_scarce',
  /** Withdrawals wait: less than their amount would arrive. */
  'token_fee',
  /** Two nodes tell a credit differently, and it waits. */
  'transfer_mismatch',
  /** Two nodes tell differently which blocks the network has, and nothing more is read. */
  'block_mismatch',
  /** Two nodes tell differently what the token's owner had done before the network was followed. */
  'token_mismatch',
  /** What has its depth waits so long for its nodes' word that a person should know. */
  'confirmation_stuck',
  /** A payment that came late waits so long for what came in time to its order that a person should know. */
  'late_payment_stuck',
  /** The blocks that were read cannot be recorded; no address is leased until one is. */
  'recording_stuck',
  /** Payments are not judged for so long that a person should know; they wait. */
  'screening_stuck',
  /** Nothing is signed. */
  'signer_paused',
  /** The token's owner blacklisted one of our addresses: what is on it cannot leave it. */
  'address_blacklisted',
  /** An address holds more than the books know: its order does not expire. */
  'balance_mismatch',
] as const
export type ChainConditionKind = (typeof CHAIN_CONDITIONS)[number]

export interface ChainCondition {
  readonly kind: ChainConditionKind
  /** For a person. */
  readonly reason: string
  readonly sinceAt: Instant
}
