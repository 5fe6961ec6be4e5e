/** Options of a development node, and its prices. Amounts are in sun, 1e-6 TRX. */

export interface DevnodeOptions {
  /** Default 127.0.0.1. */
  host?: string
  /** Default 0: the system chooses. */
  port?: number
  /** The last four bytes of block 0's id. Default 3448148188, Nile's. */
  chainId?: number
  /** Block 0's time in milliseconds. Default: an hour before now, so that hundreds of blocks can be mined at once. */
  genesisTime?: number
  /** Balances in block 0, by address (41…, hex). The bank of the faucet always has one. */
  balances?: Record<string, bigint>
  /** Milliseconds between blocks; 0, the default, mines on command only. */
  blockMs?: number
  /** How many blocks the solidified block is below the head. Default 18. */
  solidLag?: number
  /** Energy per unit of Ethereum's gas, with the surcharge of busy contracts. Default 4.4. */
  energyFactor?: number
  /** Default 100 sun per unit of energy. */
  energyFee?: number
  /** Default 1,000 sun per byte beyond the free ones. */
  transactionFee?: number
  /** Number of pending transactions from which the node answers SERVER_BUSY. Default 2,000. */
  maxPending?: number
  /** Whether /wallet/estimateenergy is supported; on most public nodes it is not. Default true. */
  estimateEnergy?: boolean
  /** Whether constant calls are supported: `vm.supportConstant` of java-tron. Default true. */
  constantCalls?: boolean
  /** Whether the node refuses calls for history, as a lite node does by default. Default false. */
  lite?: boolean
  /** A port of its own for /walletsolidity, which the first one then does not serve, as in java-tron. 0: the system chooses. */
  solidityPort?: number
  /** A file that the node loads at its start and writes when it closes. */
  stateFile?: string
  /** Milliseconds since 1970. Default Date.now. */
  clock?: () => number
}

export interface Settings {
  chainId: number
  genesisTime: number
  balances: Record<string, bigint>
  blockMs: number
  solidLag: number
  energyFactor: number
  energyFee: number
  transactionFee: number
  maxPending: number
  estimateEnergy: boolean
  constantCalls: boolean
  lite: boolean
}

export const blockSlotMs = 3000
export const freeNetLimit = 600
export const maxFeeLimit = 15_000_000_000
/** The price of a new account that a transfer opens, and of its bytes without staked bandwidth. */
export const createAccountFee = 1_000_000
export const createAccountNetFee = 100_000
export const maxExpirationMs = 24 * 3600 * 1000
export const maxTransactionBytes = 500 * 1024

/** The bank's key is public: it is child 0 of 44'/195'/0' of the test phrase "test … junk". */
export const bankKey = '15f0bbb1774be40b7a8d7965d637f324bda2f711fc5726a3dcc19585c6950954'
export const bankAddress = '41e2e1a54926527fbb4e4420de4c6bab82beaee24d'
const bankBalance = 1_000_000_000_000_000n

export function settingsOf(options: DevnodeOptions): Settings {
  const now = (options.clock ?? Date.now)()
  const genesisTime = options.genesisTime ?? now - 3_600_000
  return {
    chainId: options.chainId ?? 3448148188,
    genesisTime: genesisTime - (genesisTime % blockSlotMs),
    balances: { [bankAddress]: bankBalance, ...options.balances },
    blockMs: options.blockMs ?? 0,
    solidLag: options.solidLag ?? 18,
    energyFactor: options.energyFactor ?? 4.4,
    energyFee: options.energyFee ?? 100,
    transactionFee: options.transactionFee ?? 1000,
    maxPending: options.maxPending ?? 2000,
    estimateEnergy: options.estimateEnergy ?? true,
    constantCalls: options.constantCalls ?? true,
    lite: options.lite ?? false,
  }
}
