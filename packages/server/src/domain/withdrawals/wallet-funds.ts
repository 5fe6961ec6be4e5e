import type { ResourceLeft } from '../chain/sender.js'
import type { Usdt } from '../shared/money.js'
import type { ChainId } from '../shared/types.js'

/** A reading older than this says nothing about the wallet any more. */
const VALID_MS = 30 * 60_000

/** The funds of a hot wallet. */
export interface WalletReading {
  /** 1e-8 USDT. */
  readonly tokens: Usdt
  /** Whole coins of the network, ETH or TRX, which pay for transactions. Shown to operators, never calculated with. */
  readonly coins: number
  /** Resources of the network that payments use before coins. */
  readonly resources: readonly ResourceLeft[]
}

/** Keeps the last reading of each hot wallet in this process. */
export class WalletFunds {
  private readonly readings = new Map<string, WalletReading & { readonly at: number }>()

  /** @param monotonic monotonic time, milliseconds */
  constructor(private readonly monotonic: () => number) {}

  note(id: ChainId, reading: WalletReading): void {
    this.readings.set(keyOf(id), { ...reading, at: this.monotonic() })
  }

  /** Returns the last reading of a network's hot wallet; undefined if there is none or it is older than 30 minutes. */
  find(id: ChainId): WalletReading | undefined {
    const reading = this.readings.get(keyOf(id))
    return reading && this.monotonic() - reading.at <= VALID_MS ? reading : undefined
  }
}

const keyOf = ({ environment, network }: ChainId): string => `${environment}/${network}`
