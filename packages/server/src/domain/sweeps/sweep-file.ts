import type { SweepTerms } from '../chain/sweep-terms.js'
import type { Usdt } from '../shared/money.js'
import type { Environment, Instant, Network } from '../shared/types.js'

/** Where a plan sends the money: to the operator's store, or to the wallet that pays withdrawals. */
export type SweepTarget = 'cold' | 'hot'
export const SWEEP_TARGETS = ['cold', 'hot'] as const

/** The wallet and the limits of an operator, written once beside the seed. `sweeps sign` signs nothing else. */
export interface SweepPin {
  readonly network: Network
  readonly chainId: number
  /** In the network's spelling, like every address of these files. */
  readonly token: string
  /** Derivation path of `xpub`: an account, or its change node 0. */
  readonly path: string
  readonly xpub: string
  readonly cold: string
  /** Null where nothing may be sent to a hot wallet. */
  readonly hot: { readonly address: string; readonly limit: Usdt } | null
  /** The most that the transactions of one plan may cost; smallest unit of the coin. */
  readonly maxCost: bigint
  /** HMAC under a key that only the seed derives: proves that the pin was written with that seed. */
  readonly seal: string
}

export interface SweepItem {
  /** Derivation index. */
  readonly index: number
  readonly address: string
  readonly amount: Usdt
  /** Number of the address's next transaction; 0 where transactions are not numbered. */
  readonly nonce: number
}

/** The addresses to empty, with everything that their transactions are built from. */
export interface SweepPlan {
  readonly environment: Environment
  readonly network: Network
  readonly chainId: number
  readonly token: string
  readonly target: SweepTarget
  readonly destination: string
  readonly plannedAt: Instant
  readonly terms: SweepTerms
  readonly items: readonly SweepItem[]
}

/** A plan with one signature for each of its items. Every other byte of the transactions follows from the plan. */
export interface SignedSweeps {
  readonly plan: SweepPlan
  /** 65 bytes each in hex: r, s, v; in the order of the items. */
  readonly signatures: readonly string[]
}

/** The most addresses of one plan. */
export const MOST_ITEMS = 10_000
/** The longest time for which the transactions of a plan may be valid. */
export const MOST_LIFETIME_MS = 24 * 3_600_000
