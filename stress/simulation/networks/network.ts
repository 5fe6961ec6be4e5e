import { computeAddress } from 'ethers'
import type { Dice } from '../../../packages/server/test/support/ledger/dice.js'

/** A transfer of the token, 1e-6 USDT. Accounts are 40 hex digits in lower case, on every network. */
export interface TokenTransfer {
  readonly from: string
  readonly to: string
  readonly value: bigint
  /** The amount that it was signed for, where the token has moved less, 1e-6 USDT. */
  readonly signedFor?: bigint
}

const BANNED_KEY = 'ba'.repeat(32)
/** The account on the operator's denylist. */
export const BANNED = {
  key: BANNED_KEY,
  account: computeAddress(`0x${BANNED_KEY}`).slice(2).toLowerCase(),
} as const

const GAS_KEY = '6a'.repeat(32)
/** The wallet that pays for the fees of sweeps. */
export const GAS_WALLET = {
  key: GAS_KEY,
  account: computeAddress(`0x${GAS_KEY}`).slice(2).toLowerCase(),
} as const
/** Where sweeps bring payments. */
export const COLD_WALLET = 'c0'.repeat(20)
/** The seed of the receiving addresses. */
export const WALLET_WORDS = `${'abandon '.repeat(11)}about`

export interface MinedTransfer extends TokenTransfer {
  readonly hash: string
  /** Of its block, seconds. */
  readonly time: number
}

/** How a payer sends: from a plain account, from the one that is {@link BANNED}, or tokens of another contract. */
export type Payment = 'plain' | 'banned' | 'counterfeit'

/** A chain with its mempool. */
export interface SimulatedChain {
  /** Spells an account as the network does. */
  spell(account: string): string
  /** Reads the account of a spelled address. */
  read(address: string): string
  /** Transfers tokens, plainly by default. @returns the hash */
  pay(to: string, value: bigint, payment?: Payment): Promise<string>
  /** Mines the blocks whose time has come. */
  catchUp(): Promise<void>
  /** Replaces the newest blocks by as many others. @param isLossless whether all their transactions come again */
  fork(depth: number, isLossless?: boolean): Promise<void>
  /** Returns how deep the newest transactions are, 1 in the newest block. @param most the deepest */
  depths(most: number): number[]
  /** Whether a transaction is in a block that a usual fork may still replace. */
  isShallow(hash: string): boolean
  /** Lets something happen to the payments of the hot wallet. @returns what, for the story */
  mishap(dice: Dice): string
  /** Finds the mined transaction of a wallet with a nonce, where transactions have one. */
  findByNonce?(wallet: string, nonce: number): string | undefined
  /** Whether a payment of the hot wallet failed for good, so that it never pays. */
  hasFailed(to: string, value: bigint): boolean
  /** The account of each top-up that the gas wallet of sweeps has made. */
  topUps(): Iterable<string>
  /** Every transfer of the token, oldest first. */
  transfers(): Iterable<MinedTransfer>
}

/** A fault of a node, until a time. */
export type NodeFault = 'down' | 'limited' | 'broken' | 'behind' | 'forgetful'
/** To draw from. A forgetful one shows only where a payment comes meanwhile. */
export const NODE_FAULTS: readonly NodeFault[] = [
  ...(['down', 'limited', 'broken', 'behind'] as const),
  ...(['forgetful', 'forgetful'] as const),
]

/** A fault that ends. */
export interface TimedFault {
  readonly kind: NodeFault
  readonly until: number
}

/** Returns the kind of a fault that has not ended. */
export const faultAt = (fault: TimedFault | undefined, now: number): NodeFault | undefined =>
  fault && fault.until > now ? fault.kind : undefined

/** One node of a chain, which may lag, lie by omission and fail. */
export interface SimulatedNode {
  fault: TimedFault | undefined
  /** Answers a request of `fetch`. @throws TypeError as `fetch` does, while the node is down */
  answer(path: string, body: string): Promise<Response>
}

/** A network of the installation: its chain, its nodes by their origin, and its settings. */
export interface SimulatedNetwork {
  readonly name: 'ERC20' | 'TRC20' | 'BEP20'
  readonly chain: SimulatedChain
  readonly nodes: ReadonlyMap<string, SimulatedNode>
  /** The deepest fork that changes nothing final. */
  readonly forkDepth: number
  /** The deepest fork that happens at all. */
  readonly deepestFork: number
  /** The wallet that pays out, 40 hex digits in lower case. */
  readonly hotWallet: string
  /** Fee of a payout, 1e-6 USDT. */
  readonly payoutFee: bigint
  /** Of the receiving addresses, where its coins are simulated, so that they can be swept. */
  readonly accountPath?: string
  readonly settings: Readonly<Record<string, string>>
}

/** The answer of a node with a fault that concerns each of its calls; undefined where it works. */
export function refusal(fault: NodeFault | undefined): Response | undefined {
  if (fault === 'down') throw new TypeError('fetch failed')
  if (fault === 'limited') return new Response('slow down', { status: 429, headers: { 'retry-after': '5' } })
  if (fault === 'broken') return new Response('<html>bad gateway</html>', { status: 502 })
  return undefined
}
