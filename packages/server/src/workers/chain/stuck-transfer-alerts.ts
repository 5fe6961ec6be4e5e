import type { ChainCondition } from '../../domain/chain/chain-conditions.js'
import type { Context } from '../../domain/context.js'
import type { FinalityResults } from '../../domain/payments/finality-queue.js'
import { isDust, type SeenTransfer, transferName } from '../../domain/payments/transfer.js'
import type { ChainId, Instant } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'

/** What waits for so long is told. */
const LATE_MS = 10 * 60_000
const NAMED_IN_ALARM = 5
/** Late payments that are looked at, the oldest, and how often. */
const HELD = 1_000
const HELD_LOOK_MS = 60_000

interface Waiting {
  readonly sinceAt: Instant
  askedAt: Instant
}

/**
 * What has its depth and is not final: a second node tells nothing of it, or no node has it any more. Nothing is credited
 * without that word, however long it takes; a person should know.
 */
export class StuckConfirmations {
  private readonly waiting = new Map<string, Waiting>()
  private readonly alarm

  constructor(
    store: Store,
    private readonly context: Pick<Context, 'clock'>,
    id: ChainId,
  ) {
    this.alarm = new WaitAlarm(store, context, id, 'confirmation_stuck', 'for their nodes to confirm them')
  }

  /** Takes in what a look at the network said of what was due, and tells the operator or takes it back. */
  async note(
    asked: readonly SeenTransfer[],
    told: FinalityResults,
    conditions: readonly ChainCondition[],
  ): Promise<void> {
    const now = this.context.clock.now()
    for (const transfer of asked) this.noteOne(transfer, told, now)
    // Those that nobody asks about any more are gone with their blocks; the others have their turn within seconds.
    for (const [name, { askedAt }] of this.waiting) if (now - askedAt >= LATE_MS) this.waiting.delete(name)
    const late = [...this.waiting].filter(([, { sinceAt }]) => now - sinceAt >= LATE_MS)
    await this.alarm.keep(
      late.map(([name]) => name),
      this.waiting.size > 0,
      conditions,
    )
  }

  private noteOne(transfer: SeenTransfer, told: FinalityResults, now: Instant): void {
    const name = transferName(transfer)
    // Two nodes that disagree are a condition of their own.
    const isDecided = told.isFinal(transfer) || told.isAbsent(transfer)
    // Dust waits for calls that nothing else needs.
    if (isDecided || told.isConflicting(transfer) || isDust(transfer)) this.waiting.delete(name)
    else this.waiting.set(name, { sinceAt: this.waiting.get(name)?.sinceAt ?? now, askedAt: now })
  }
}

/**
 * Late payments whose order does not end: a transfer in time is not decided, dust maybe, which waits for calls that nothing
 * else needs, or the look at its address is not taken. Nobody asks about them meanwhile.
 */
export class StuckLatePayments {
  private readonly waiting = new Map<string, Instant>()
  private readonly alarm
  private lookedAt = Number.NEGATIVE_INFINITY

  constructor(
    private readonly store: Store,
    private readonly context: Pick<Context, 'clock'>,
    private readonly id: ChainId,
  ) {
    this.alarm = new WaitAlarm(
      store,
      context,
      id,
      'late_payment_stuck',
      'for what came in time to their orders',
    )
  }

  /** @param upTo newest booked block */
  async look(upTo: number, conditions: readonly ChainCondition[]): Promise<void> {
    const now = this.context.clock.now()
    const passed = now - this.lookedAt
    if (passed >= 0 && passed < HELD_LOOK_MS) return
    this.lookedAt = now
    const held = await this.store.read((tx) => tx.transfers.listHeldLate(this.id, upTo, HELD))
    const names = new Set(held.map(transferName))
    for (const name of this.waiting.keys()) if (!names.has(name)) this.waiting.delete(name)
    for (const name of names) this.waiting.set(name, this.waiting.get(name) ?? now)
    const late = [...this.waiting].filter(([, sinceAt]) => now - sinceAt >= LATE_MS)
    await this.alarm.keep(
      late.map(([name]) => name),
      names.size > 0,
      conditions,
    )
  }
}

/** Tells the operator what waits for long, and takes it back. */
class WaitAlarm {
  /** What an earlier process told of may wait on. */
  private readonly beganAt: Instant

  constructor(
    private readonly store: Store,
    private readonly context: Pick<Context, 'clock'>,
    private readonly id: ChainId,
    private readonly kind: 'confirmation_stuck' | 'late_payment_stuck',
    private readonly forWhat: string,
  ) {
    this.beganAt = context.clock.now()
  }

  /** @param late names of what waits for long @param isAnyWaiting however short */
  async keep(
    late: readonly string[],
    isAnyWaiting: boolean,
    conditions: readonly ChainCondition[],
  ): Promise<void> {
    const { id, kind } = this
    const now = this.context.clock.now()
    const isNoted = conditions.some((condition) => condition.kind === kind)
    if (late.length > 0) {
      if (isNoted) return
      const named = late.slice(0, NAMED_IN_ALARM).join(', ')
      const reason = `${late.length} transfers wait for over 10 minutes ${this.forWhat}: ${named}`
      await this.store.write((tx) => tx.chainConditions.set(id, { kind, reason, sinceAt: now }))
      return
    }
    const isOver = !isAnyWaiting || now - this.beganAt >= LATE_MS
    if (isNoted && isOver) await this.store.write((tx) => tx.chainConditions.clear(id, kind))
  }
}
