import type { Dice } from '../../../packages/server/test/support/ledger/dice.js'
import type { MinedTransaction } from './evm-blocks.js'
import type { TokenTransfer } from './network.js'

const MINUTE_MS = 60_000
/** The part of a payout that the token keeps, 1e-6 USDT. */
const KEPT = 1_000_000n

/** Trouble of the payments of a hot wallet, each kind for some time. */
export class PayoutMishaps {
  /** Until when nodes take transactions of the hot wallet and forget them. */
  private droppingUntil = 0
  /** Until when nodes answer with an error to what the hot wallet sends. */
  private hidingUntil = 0
  /** Until when the token refuses what the hot wallet sends. */
  private refusingUntil = 0
  /** Until when the token keeps a part of what the hot wallet sends. */
  private keepingUntil = 0
  /** The transfers that the token refused, by wallet and nonce: it refuses them on every branch. */
  private readonly refused = new Map<string, TokenTransfer>()
  /** Those of which it kept a part, by wallet and nonce. */
  private readonly reduced = new Set<string>()

  constructor(private readonly now: () => number) {}

  get areHiding(): boolean {
    return this.now() < this.hidingUntil
  }

  get areDropping(): boolean {
    return this.now() < this.droppingUntil
  }

  /** Lets one begin. @returns what, for the story */
  begin(dice: Dice): string {
    const minutes = 1 + dice.below(40)
    const until = this.now() + minutes * MINUTE_MS
    if (dice.chance(40)) {
      this.hidingUntil = until
      if (dice.chance(50)) return `nodes take payouts with an error for ${minutes} minutes`
    }
    switch (dice.pick(['forgotten', 'forgotten', 'refused', 'reduced'] as const)) {
      case 'forgotten':
        this.droppingUntil = until
        return `payouts are forgotten for ${minutes} minutes`
      case 'refused':
        this.refusingUntil = until
        return `the token refuses payouts for ${minutes} minutes`
      case 'reduced':
        this.keepingUntil = until
        return `the token keeps a part of payouts for ${minutes} minutes`
    }
  }

  /** Whether the token refused a transfer. */
  hasRefused(to: string, value: bigint): boolean {
    return [...this.refused.values()].some((each) => each.to === to && each.value === value)
  }

  /** Returns what the token moves in place of a transfer; undefined where it refuses it. */
  moveOf({ from, nonce }: MinedTransaction, transfer: TokenTransfer): TokenTransfer | undefined {
    const payment = `${from} ${nonce}`
    if (this.now() < this.refusingUntil) this.refused.set(payment, transfer)
    if (this.refused.has(payment)) return undefined
    if (this.now() < this.keepingUntil && transfer.value > KEPT) this.reduced.add(payment)
    const { value, signedFor = value } = transfer
    return this.reduced.has(payment) ? { ...transfer, value: signedFor - KEPT, signedFor } : transfer
  }
}
