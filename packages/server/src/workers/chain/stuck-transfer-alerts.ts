import { isDust, type SeenTransfer, transferName } from '../../domain/chain/transfer.js'
import type { Context } from '../../domain/context.js'
import type { FinalityResults } from '../../domain/payments/finality-queue.js'
import type { ChainId, Instant } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import type { NetworkConditions } from './network-conditions.js'

/** Age from which a waiting transfer is reported. */
const LATE_MS = 10 * 60_000
const NAMED_IN_ALERT = 5
/** Number of late payments checked, oldest first, and the interval between two checks. */
const MAX_LATE_PAYMENTS = 1_000
const CHECK_MS = 60_000

interface Waiting {
  readonly sinceAt: Instant
  askedAt: Instant
}

/**
 * Reports transfers that are deep enough and not final: no second node confirms them, or no node has them any more.
 * Nothing is credited without that confirmation, however long it takes, so the operator is alerted.
 */
export class StuckConfirmations {
  private readonly waiting = new Map<string, Waiting>()
  private readonly alert

  constructor(
    private readonly context: Pick<Context, 'clock'>,
    conditions: NetworkConditions,
  ) {
    const forWhat = 'for confirmation by a second node'
    this.alert = new StuckAlert(context, conditions, 'confirmation_stuck', forWhat)
  }

  /** Takes in the finality of the transfers that were due, and sets or clears the condition. */
  async update(asked: readonly SeenTransfer[], finality: FinalityResults): Promise<void> {
    const now = this.context.clock.now()
    for (const transfer of asked) this.updateOne(transfer, finality, now)
    // Transfers that are no longer asked about are gone with their blocks; the others come up again within seconds.
    for (const [name, { askedAt }] of this.waiting) if (now - askedAt >= LATE_MS) this.waiting.delete(name)
    const late = [...this.waiting].filter(([, { sinceAt }]) => now - sinceAt >= LATE_MS)
    await this.alert.keep(
      late.map(([name]) => name),
      this.waiting.size > 0,
    )
  }

  private updateOne(transfer: SeenTransfer, finality: FinalityResults, now: Instant): void {
    const name = transferName(transfer)
    // Disagreeing nodes are a condition of their own.
    const isDecided = finality.isFinal(transfer) || finality.isAbsent(transfer)
    // Dust waits for spare calls.
    if (isDecided || finality.isConflicting(transfer) || isDust(transfer)) this.waiting.delete(name)
    else this.waiting.set(name, { sinceAt: this.waiting.get(name)?.sinceAt ?? now, askedAt: now })
  }
}

/**
 * Reports late payments whose order does not end: an earlier transfer is undecided (maybe dust, which waits for spare
 * calls), or the balance check of the address is outstanding.
 */
export class StuckLatePayments {
  private readonly waiting = new Map<string, Instant>()
  private readonly alert
  private checkedAt = Number.NEGATIVE_INFINITY

  constructor(
    private readonly store: Store,
    private readonly context: Pick<Context, 'clock'>,
    private readonly id: ChainId,
    conditions: NetworkConditions,
  ) {
    const forWhat = 'for a decision on earlier payments to their orders'
    this.alert = new StuckAlert(context, conditions, 'late_payment_stuck', forWhat)
  }

  /** @param upTo number of the newest recorded block */
  async check(upTo: number): Promise<void> {
    const now = this.context.clock.now()
    const passed = now - this.checkedAt
    if (passed >= 0 && passed < CHECK_MS) return
    this.checkedAt = now
    const stuck = await this.store.read((tx) =>
      tx.transfers.listWaitingLate(this.id, upTo, MAX_LATE_PAYMENTS),
    )
    const names = new Set(stuck.map(transferName))
    for (const name of this.waiting.keys()) if (!names.has(name)) this.waiting.delete(name)
    for (const name of names) this.waiting.set(name, this.waiting.get(name) ?? now)
    const late = [...this.waiting].filter(([, sinceAt]) => now - sinceAt >= LATE_MS)
    await this.alert.keep(
      late.map(([name]) => name),
      names.size > 0,
    )
  }
}

/** Sets a condition that names the transfers that wait too long, and clears it. */
class StuckAlert {
  /** Transfers that an earlier process reported may still be waiting. */
  private readonly startedAt: Instant

  constructor(
    private readonly context: Pick<Context, 'clock'>,
    private readonly conditions: NetworkConditions,
    private readonly kind: 'confirmation_stuck' | 'late_payment_stuck',
    private readonly forWhat: string,
  ) {
    this.startedAt = context.clock.now()
  }

  /**
   * @param late names of the transfers that wait too long
   * @param isAnyWaiting whether any transfer waits, however briefly
   */
  async keep(late: readonly string[], isAnyWaiting: boolean): Promise<void> {
    const { conditions, kind } = this
    if (late.length > 0) {
      if (conditions.isSet(kind)) return
      const named = late.slice(0, NAMED_IN_ALERT).join(', ')
      const reason = `${late.length} transfers have waited over 10 minutes ${this.forWhat}: ${named}`
      await conditions.setCondition(kind, reason)
      return
    }
    const isOver = !isAnyWaiting || this.context.clock.now() - this.startedAt >= LATE_MS
    if (isOver) await conditions.setCondition(kind, undefined)
  }
}
