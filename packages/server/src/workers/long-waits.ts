import type { ChainCondition } from '../domain/chain-conditions.js'
import { isDust, type SeenTransfer, transferName } from '../domain/chains.js'
import type { Verdicts } from '../domain/due-transfers.js'
import type { ChainId, Context, Instant, Store } from '../domain/ports.js'

/** Credits that wait for so long are told. */
const LATE_MS = 10 * 60_000
const NAMED_IN_ALARM = 5

interface Waiting {
  readonly sinceAt: Instant
  askedAt: Instant
}

/**
 * What has its depth and is not final: a second node tells nothing of it, or no node has it any more. Nothing is credited
 * without that word, however long it takes; a person should know.
 */
export class LongWaits {
  private readonly waiting = new Map<string, Waiting>()
  /** What an earlier process told of may wait on. */
  private readonly beganAt: Instant

  constructor(
    private readonly store: Store,
    private readonly context: Pick<Context, 'clock'>,
    private readonly id: ChainId,
  ) {
    this.beganAt = context.clock.now()
  }

  /** Takes in what a look at the network said of what was due, and tells the operator or takes it back. */
  async note(
    asked: readonly SeenTransfer[],
    told: Verdicts,
    conditions: readonly ChainCondition[],
  ): Promise<void> {
    const now = this.context.clock.now()
    for (const transfer of asked) this.noteOne(transfer, told, now)
    // Those that nobody asks about any more are gone with their blocks; the others have their turn within seconds.
    for (const [name, { askedAt }] of this.waiting) if (now - askedAt >= LATE_MS) this.waiting.delete(name)
    const late = [...this.waiting].filter(([, { sinceAt }]) => now - sinceAt >= LATE_MS)
    const isNoted = conditions.some(({ kind }) => kind === 'uncredited')
    if (late.length > 0) {
      if (!isNoted) await this.tell(late.map(([name]) => name))
      return
    }
    const isOver = this.waiting.size === 0 || now - this.beganAt >= LATE_MS
    if (isNoted && isOver) await this.store.write((tx) => tx.chainConditions.clear(this.id, 'uncredited'))
  }

  private noteOne(transfer: SeenTransfer, told: Verdicts, now: Instant): void {
    const name = transferName(transfer)
    // Two nodes that disagree are a condition of their own.
    const isDecided = told.isFinal(transfer) || told.isDenied(transfer)
    // Dust waits for calls that nothing else needs.
    if (isDecided || told.isDisputed(transfer) || isDust(transfer)) this.waiting.delete(name)
    else this.waiting.set(name, { sinceAt: this.waiting.get(name)?.sinceAt ?? now, askedAt: now })
  }

  private async tell(names: readonly string[]): Promise<void> {
    const named = names.slice(0, NAMED_IN_ALARM).join(', ')
    const reason = `${names.length} transfers wait for over 10 minutes for their nodes to confirm them: ${named}`
    const sinceAt = this.context.clock.now()
    await this.store.write((tx) => tx.chainConditions.set(this.id, { kind: 'uncredited', reason, sinceAt }))
  }
}
