import type { Usdt } from '../../domain/shared/money.js'
import type { Instant } from '../../domain/shared/types.js'

const CACHED_MS = 60_000

/** Caches for a minute the amount that the wallet could not cover; the operator may fund it at any time. */
export class InsufficientFundsCache {
  private found: { readonly amount: Usdt; readonly at: Instant } | undefined

  constructor(private readonly now: () => Instant) {}

  /** The smallest amount known to exceed the funds, 1e-8 USDT; undefined while none is known. */
  get amount(): Usdt | undefined {
    if (!this.found) return undefined
    const passed = this.now() - this.found.at
    return passed >= 0 && passed < CACHED_MS ? this.found.amount : undefined // a clock that was set back must not block payments
  }

  isTooMuch(amount: Usdt): boolean {
    const tooMuch = this.amount
    return tooMuch !== undefined && amount >= tooMuch
  }

  note(amount: Usdt): void {
    if (!this.isTooMuch(amount)) this.found = { amount, at: this.now() }
  }
}
