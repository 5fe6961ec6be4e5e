import type { Usdt } from '../../domain/shared/money.js'
import type { Instant } from '../../domain/shared/types.js'

/** How long a withdrawal that could not be signed, or replaced, waits before its next attempt. */
export const RETRY_MS = 60_000

/** What the wallet was found too short for: known for a minute, since somebody may fill it. */
export class InsufficientFundsCache {
  private found: { readonly amount: Usdt; readonly at: Instant } | undefined

  constructor(private readonly now: () => Instant) {}

  /** So much cannot be paid now, as far as is known, nor can more: 1e-8 USDT. */
  get amount(): Usdt | undefined {
    if (!this.found) return undefined
    const passed = this.now() - this.found.at
    return passed >= 0 && passed < RETRY_MS ? this.found.amount : undefined // a clock that was set back must not silence it
  }

  isTooMuch(amount: Usdt): boolean {
    const tooMuch = this.amount
    return tooMuch !== undefined && amount >= tooMuch
  }

  note(amount: Usdt): void {
    if (!this.isTooMuch(amount)) this.found = { amount, at: this.now() }
  }
}
