import type { TransactionFate } from '../chain/raw-transaction.js'
import type { SweepAccount, SweepOutcome } from '../chain/sweep-network.js'
import { neededCoinsOf, type SweepTerms } from '../chain/sweep-terms.js'
import type { Instant } from '../shared/types.js'
import { missingCoins } from './plan-costs.js'
import type { SweepItem } from './sweep-file.js'

/** Why an address is given up; its money stays where it is. */
export type SweepEnd = 'reverted' | 'spent' | 'early' | 'expired' | 'coins_gone'

export type SweepStep =
  | { readonly kind: 'included'; readonly fee: bigint }
  | { readonly kind: 'ended'; readonly why: SweepEnd }
  /** The address has its coins. */
  | { readonly kind: 'send' }
  /** A sent transaction is in no block that the node shows yet. */
  | { readonly kind: 'wait' }
  /** The address has its coins, and lacks energy. */
  | { readonly kind: 'lend_energy' }
  | { readonly kind: 'top_up'; readonly value: bigint }

/** Facts about an item, from the chain and the log. */
export interface SweepFacts {
  readonly terms: SweepTerms
  readonly account: SweepAccount
  /** Whether the energy that is lent to the address is final; true where none is lent. */
  readonly hasEnergy: boolean
  readonly outcome: SweepOutcome | undefined
  /** Whether this run has sent its transaction. */
  readonly isSent: boolean
  /** The fate of the last top-up of this plan for the address. */
  readonly topUp: TransactionFate | undefined
  /** Time of the newest final block. */
  readonly chainTime: Instant
}

/** A transaction counts as expired only this long after its expiry, for nodes that lag. */
const MARGIN_MS = 60_000

/** Decides what to do for an address. One file tops an address up once, and again only after its top-up is dead. */
export function nextStep(item: SweepItem, facts: SweepFacts): SweepStep {
  const { terms, account, hasEnergy, outcome, isSent, topUp, chainTime } = facts
  if (outcome) return outcome.hasSucceeded ? { kind: 'included', fee: outcome.fee } : ended('reverted')
  if (account.nonce > item.nonce) return ended('spent')
  if (account.nonce < item.nonce) return ended('early')
  if (terms.kind === 'energy' && chainTime > terms.expiresAt + MARGIN_MS) return ended('expired')
  const missing = missingCoins(neededCoinsOf(terms), account.coins)
  if (missing === 0n) return { kind: hasEnergy ? 'send' : 'lend_energy' }
  // Its transaction may have spent them since the outcome was read.
  if (isSent && topUp?.kind !== 'dead') return { kind: 'wait' }
  if (topUp?.kind === 'pending') return { kind: 'wait' }
  if (topUp?.kind === 'mined') return topUp.isFinal ? ended('coins_gone') : { kind: 'wait' }
  // Coins that come too late are lost on the address.
  if (terms.kind === 'energy' && chainTime > terms.expiresAt - MARGIN_MS) return ended('expired')
  return { kind: 'top_up', value: missing }
}

const ended = (why: SweepEnd): SweepStep => ({ kind: 'ended', why })
