import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { CUSTODY_LIMIT, platformBalance } from './ledger.js'

/**
 * The remaining capacity of a network's custody in one transaction. Only posted amounts reduce it, so that unconfirmed
 * transfers, which may be invented, cannot block the payments of others.
 */
export class CustodyCap {
  private taken = 0n

  private constructor(private readonly custody: bigint) {}

  /** Reads the custody of a network. */
  static async of(tx: Tx, id: ChainId): Promise<CustodyCap> {
    const custody = await platformBalance(tx, id.environment, `custody:${id.network}`)
    return new CustodyCap(custody < 0n ? -custody : custody)
  }

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
