import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { CUSTODY_LIMIT, platformBalance } from './ledger.js'

/**
 * How much more money there can be on a network, as one unit of work sees it. Only what is booked narrows it: what anybody
 * says to be on its way must not make the payments of others impossible.
 */
export class CustodyCap {
  private taken = 0n

  private constructor(private readonly custody: bigint) {}

  static async of(tx: Tx, id: ChainId): Promise<CustodyCap> {
    const custody = await platformBalance(tx, id.environment, `custody:${id.network}`)
    return new CustodyCap(custody < 0n ? -custody : custody)
  }

  /** @param beside what else is on its way to the same order, 1e-8 USDT */
  allows(value: bigint, beside = 0n): boolean {
    return this.custody + beside + value <= CUSTODY_LIMIT
  }

  /** Takes room for what is about to be booked. @returns `later` where what is booked with it leaves too little */
  take(value: bigint): 'taken' | 'later' | 'never' {
    if (!this.allows(value)) return 'never'
    if (!this.allows(value, this.taken)) return 'later'
    this.taken += value
    return 'taken'
  }
}
