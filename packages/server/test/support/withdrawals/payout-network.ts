import type { Fetch } from '../../../src/chain/nodes/node-http.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import type { Clock, Network } from '../../../src/domain/shared/types.js'

/** A movement of the token, as the chain itself tells it, with addresses as the network spells them. */
export interface TokenTransfer {
  readonly from: string
  readonly to: string
  /** Units of 1e-6. */
  readonly value: bigint
  readonly txHash: string
  readonly blockNumber: number
}

export interface OpenOptions {
  readonly fetch?: Fetch
  /** The preferred one first; its own node where none is given. */
  readonly urls?: readonly string[]
  /** Cap for a withdrawal: whole gwei, or whole TRX. */
  readonly maxFee?: number
  /** The hot wallet's; {@link HOT_KEY} where none is given. */
  readonly key?: string
  /** Of a node of TRON; no limit where none is given. */
  readonly callsPerDay?: number
}

/** A real node with our token and a hot wallet on it, and the time that its blocks have. */
export interface PayoutNetwork {
  readonly network: Network
  readonly url: string
  readonly clock: Clock
  readonly wallet: string
  /** What a server is told to serve it over that node, with the hot wallet's key in that file. */
  settings(url: string, keyFile: string): Record<string, string>
  /** The first address of the wallet that receives: whatever comes there belongs to no order. */
  readonly controlAddress: string
  /** The network as a process of ours sees it: it knows nothing of an earlier one. */
  open(options?: OpenOptions): Promise<Chain>
  /** Blocks, and the time they take. */
  mine(blocks?: number): Promise<void>
  /** So many blocks, or so much time, that nothing from before can change any more. */
  finalise(): Promise<void>
  /** Time without blocks. */
  wait(ms: number): void
  /** An address that nobody used before. */
  newPayee(): string
  transfers(): Promise<TokenTransfer[]>
  /** Those out of the hot wallet. */
  payouts(): Promise<TokenTransfer[]>
  setPaused(isPaused: boolean): Promise<void>
  /** What the token keeps of each transfer, in hundredths of a percent. */
  setFee(basisPoints: bigint): Promise<void>
  /** Somebody outside pays; units of 1e-6. */
  pay(to: string, value: bigint): Promise<void>
  /** Sends from the hot wallet with its key, past our books. */
  spendOutside(to: string, value: bigint): Promise<void>
  /** What the wallet has for fees: wei, or sun. */
  setCoins(amount: bigint): Promise<void>
  coins(): Promise<bigint>
  stop(): Promise<void>
}

export interface StartOptions {
  /** When the network's time begins, ms; now unless it is told. */
  readonly startAt?: number
  /** Whether what is handed over waits for a block that somebody mines, as it does on TRON anyway. */
  readonly areBlocksAwaited?: boolean
}

/** A key of nobody. */
export const HOT_KEY = '5ca1ab1e'.repeat(8)
/** What the hot wallet has of the token to begin with, units of 1e-6. */
export const HOT_UNITS = 10n ** 14n
