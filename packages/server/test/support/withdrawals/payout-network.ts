import type { Fetch } from '../../../src/chain/nodes/node-http.js'
import type { WalletKey } from '../../../src/chain/wallet/wallet-key.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import type { Clock, Network } from '../../../src/domain/shared/types.js'

/** A transfer of the token as the chain has it, with addresses in the network's own format. */
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
  /** URLs of nodes, the preferred one first; the network's own node by default. */
  readonly urls?: readonly string[]
  /** Fee cap of a withdrawal: whole gwei, or whole TRX. */
  readonly maxFee?: number
  /** Private key of the hot wallet; {@link HOT_KEY} by default. */
  readonly key?: string
  /** Signs in place of that key. */
  readonly signer?: WalletKey
  /** Budget of a TRON node; unlimited by default. */
  readonly callsPerDay?: number
}

/** A real node with our token and a hot wallet on it, and a clock that follows its blocks. */
export interface PayoutNetwork {
  readonly network: Network
  readonly url: string
  readonly clock: Clock
  readonly wallet: string
  /** Settings of a server that follows the network at `url`, with the hot wallet's key in `keyFile`. */
  settings(url: string, keyFile: string): Record<string, string>
  /** The first address of the receiving wallet: it belongs to no order. */
  readonly controlAddress: string
  /** Opens the network as a new process does. */
  open(options?: OpenOptions): Promise<Chain>
  /** Mines blocks, and moves the clock with them. */
  mine(blocks?: number): Promise<void>
  /** Mines blocks until the network's time is that much later than the clock was. */
  pass(ms: number): Promise<void>
  /** Mines blocks until nothing from before can change any more. */
  finalise(): Promise<void>
  /** Moves the clock without blocks. */
  wait(ms: number): void
  /** Returns an address that was never used. */
  newPayee(): string
  transfers(): Promise<TokenTransfer[]>
  /** Transfers from the hot wallet. */
  payouts(): Promise<TokenTransfer[]>
  setPaused(isPaused: boolean): Promise<void>
  /** Sets the fee of the token for each transfer, in hundredths of a percent. */
  setFee(basisPoints: bigint): Promise<void>
  /** Pays from outside; units of 1e-6. */
  pay(to: string, value: bigint): Promise<void>
  /** Sends from the hot wallet with its key, unknown to our server. */
  spendOutside(to: string, value: bigint): Promise<void>
  /** Sets the wallet's coins for fees: wei, or sun. */
  setCoins(amount: bigint): Promise<void>
  coins(): Promise<bigint>
  stop(): Promise<void>
}

export interface StartOptions {
  /** Start time of the network, ms; now by default. */
  readonly startAt?: number
  /** Whether transactions wait for a block that the test mines. On TRON they always do. */
  readonly areBlocksAwaited?: boolean
}

/** Private key of the hot wallet in tests. */
export const HOT_KEY = '5ca1ab1e'.repeat(8)
/** Tokens of the hot wallet at the start, units of 1e-6. */
export const HOT_UNITS = 10n ** 14n
