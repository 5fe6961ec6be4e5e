import type { Dice } from '../../../packages/server/test/support/ledger/dice.js'
import type { MinedTransaction } from './evm-blocks.js'
import type { TokenTransfer } from './network.js'

const MINUTE_MS = 60_000
/** The part of a payout that the token keeps, 1e-6 USDT. */
const KEPT = 1_000_000n

/** Most often short; the operator replaces payments that are stuck for longer. */
const MOST_MINUTES = [10, 40, 90] as const
/**
 * Nodes hide that they took a payout behind an error, or take it and forget it, or do neither for an error. The token refuses a
 * payout, or keeps a part of it.
 */
const KINDS = ['hidden', 'forgotten', 'unheard', 'refused', 'reduced'] as const

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
    const minutes = 1 + dice.below(dice.pick(MOST_MINUTES))
    const until = this.now() + minutes * MINUTE_MS
    const kind = dice.pick(KINDS)
    if (kind === 'hidden' || kind === 'unheard') this.hidingUntil = until
    if (kind === 'forgotten' || kind === 'unheard') this.droppingUntil = until
    if (kind === 'refused') this.refusingUntil = until
    if (kind === 'reduced') this.keepingUntil = until
    return `payouts are ${kind} for ${minutes} minutes`
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
