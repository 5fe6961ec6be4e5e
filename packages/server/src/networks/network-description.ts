/**
 * A network as every layer knows it: its names, the spelling of its addresses and hashes, its times, and the defaults of its
 * settings. `chain/` knows how its nodes are asked, and `config/` its settings.
 */
export interface NetworkDescription {
  /** The token's standard, which is the network's name in the contract. */
  readonly name: string
  /** The name of the chain for people. */
  readonly chain: string
  /** Decimals of USDT's units on the network. */
  readonly decimals: number
  /** The coin that fees are paid in. */
  readonly coin: string
  /** Decimals of the coin's smallest unit: wei or sun. */
  readonly coinDecimals: number
  /** Path of the account that a seed has for the network, of depth 3. */
  readonly accountPath: string
  /** Usual time between two blocks of the live network. */
  readonly blockMs: number
  /** The usual fee of a payment for its payer, in words. */
  readonly payerFee: 'low' | 'varies'
  /** How long after its time a block has reached most nodes. */
  readonly arrivalMs: number
  /** Pause between two polls of its nodes: on a public chain whose blocks take longer, only while a block is overdue. */
  readonly pollMs: number
  /** How many blocks the server may be behind while it is ready. */
  readonly maxLagBlocks: number
  /** Blocks until the network calls one final; undefined where a setting has the required confirmations. */
  readonly finalBlocks: number | undefined
  /** Whether a node may have a second URL, for final blocks. */
  readonly hasSecondUrl: boolean
  /** Whether a signed payment expires when no block takes it. If not, it keeps its nonce until it is replaced. */
  readonly paymentsExpire: boolean
  /** The chains that the two environments use by default, and others whose official token is known. */
  readonly chains: {
    readonly live: PublicChain
    readonly test: PublicChain
    readonly others: readonly PublicChain[]
  }
  readonly defaults: {
    /** In the test environment. */
    readonly testMode: 'sandbox' | 'off'
    /** Header of a node's key. */
    readonly keyHeader: string
    /** Calls to a node at a provider that are within the common free plans. */
    readonly callsPerDay: number
    readonly callsPerSecond: number
    /** USDT as decimal text. */
    readonly withdrawalFee: string
    readonly withdrawalMinimum: string
    /** Block explorer of live transactions; `{tx}` stands for the hash. */
    readonly explorer: string
  }
  /** Extended public key of the sandbox's wallet. Real money sent to its addresses is lost. */
  readonly sandboxXpub: string
  /** Accounts that keep for good what is sent to them. */
  readonly deadEnds: ReadonlySet<string>
  /** Encodes the 20 bytes of an account as the network's one spelling. */
  encodeAddress(bytes: Uint8Array): string
  /** Returns the 20 bytes of an address; undefined for a text that is none. */
  decodeAddress(text: string): Uint8Array | undefined
  /** Returns every spelling of a valid address that {@link decodeAddress} accepts. */
  spellings(address: string): string[]
  /** Prefix of its transaction hashes, before their 64 hex digits. */
  readonly hashPrefix: '' | '0x'
  /** Whether a block has the hash of a node's block, which no block of a sandbox has. */
  isNodeBlock(block: { readonly number: number; readonly hash: string }): boolean
}

export interface PublicChain {
  readonly chainId: number
  /** Name of a test network that shares the settings of another one. */
  readonly name?: string
  /** Contract of USDT in the network's spelling; absent where there is no official one. */
  readonly token?: string
}
