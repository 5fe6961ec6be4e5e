import type { TokenTransfer } from './network.js'

export const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
/** A contract with the same events. */
export const COUNTERFEIT = '0x00000000000000000000000000000000c0ffee00'

/** Properties of one network of this kind. */
export interface EvmTraits {
  readonly chainId: number
  /** Of the token. */
  readonly decimals: number
  readonly blockS: number
  /** The depth of a block that no usual fork replaces. */
  readonly depth: number
  /** How far the newest final block is below the head. */
  readonly finalLag: number
}
export const ETHEREUM: EvmTraits = { chainId: 31_337, decimals: 6, blockS: 12, depth: 12, finalLag: 64 }
/** With fewer blocks than there are. */
export const BNB_CHAIN: EvmTraits = { chainId: 97, decimals: 18, blockS: 3, depth: 4, finalLag: 3 }

export interface MinedTransaction {
  readonly hash: string
  readonly from: string
  /** Undefined for payments from strangers, whose nonces do not matter. */
  readonly nonce: number | undefined
  /** Undefined for a transaction that moves no token. */
  readonly transfer: TokenTransfer | undefined
  readonly isCounterfeit: boolean
  /** Its wallet did not have the tokens. */
  readonly hasFailed: boolean
  /** Highest price per gas, wei. */
  readonly maxFee: bigint
  /** Of the newest block when it was sent: no block takes it that is as old. */
  readonly sentAt: number
}

export interface Block {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  /** Seconds. */
  readonly time: number
  /** Wei per unit of gas. */
  readonly baseFee: bigint
  readonly transactions: readonly MinedTransaction[]
}

export function lastOf(blocks: readonly Block[]): Block {
  const last = blocks.at(-1)
  if (!last) throw new Error('a chain without blocks')
  return last
}
