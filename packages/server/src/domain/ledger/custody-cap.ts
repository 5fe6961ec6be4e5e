import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { CUSTODY_LIMIT, platformBalance } from './ledger.js'

/** Reads the posted custody of a network, 1e-8 USDT. */
export async function custodyOf(tx: Tx, { environment, network }: ChainId): Promise<bigint> {
  const custody = await platformBalance(tx, environment, `custody:${network}`)
  return custody < 0n ? -custody : custody
}

/**
 * The remaining capacity of a network's custody in one transaction. Only posted amounts reduce it, so that unconfirmed
 * transfers, which may be invented, cannot block the payments of others.
 */
export class CustodyCap {
  private taken = 0n

  /** @param custody the posted custody of the network, 1e-8 USDT */
  constructor(private readonly custody: bigint) {}

  /**
   * Whether an amount fits.
   *
   * @param value 1e-8 USDT
   * @param beside unconfirmed transfers to the same order, 1e-8 USDT
   */
  allows(value: bigint, beside = 0n): boolean {
    return this.custody + beside + value <= CUSTODY_LIMIT
  }

  /**
   * Takes capacity for an amount that is about to be posted.
   *
   * @returns `later` if only the amounts of this transaction leave too little; `never` if the posted custody does
   */
  take(value: bigint): 'taken' | 'later' | 'never' {
    if (!this.allows(value)) return 'never'
    if (!this.allows(value, this.taken)) return 'later'
    this.taken += value
    return 'taken'
  }
}
