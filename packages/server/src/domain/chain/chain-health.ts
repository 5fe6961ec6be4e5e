import type { IgnoredReason } from '../payments/transfer.js'
import type { ChainId, Cursor } from '../shared/types.js'
import type { RecordableStep, RecordedStep } from './scan-step.js'

/** A network that told nothing for so long may have been paid without our seeing it. */
const STALE_MS = 15 * 60_000

/** How far a network is followed, as this process saw it last. */
export interface ChainPosition {
  /** Newest block that is booked. */
  readonly block: number
  /** Newest block that could be. */
  readonly head: number
  /** Since the last look that showed something new. */
  readonly silentMs: number
}

/** What this process has seen of a network since it began. */
export interface ChainTally {
  /** Payments, movements and what became of them, as often as something changed. */
  readonly handled: number
  /** Payments that were found where blocks had been booked without them. */
  readonly missed: number
  readonly ignored: ReadonlyMap<IgnoredReason, number>
  /** Branches that replaced blocks, and the most blocks that one replaced. */
  readonly reorgs: number
  readonly deepestReorg: number
}

interface Seen {
  readonly at: number
  /** What the node called its newest block. */
  readonly told: number
  block: number
  head: number
}

const NOTHING: ChainTally = { handled: 0, missed: 0, ignored: new Map(), reorgs: 0, deepestReorg: 0 }

/** Which networks are being read, and how it goes: no address is leased where nobody would see the payment. */
export class ChainHealth {
  private readonly seen = new Map<string, Seen>()
  private readonly tallies = new Map<string, ChainTally>()

  /** @param monotonic milliseconds that no change of the clock moves */
  constructor(private readonly monotonic: () => number) {}

  /**
   * A look at a network succeeded. One that shows what the last one showed is no news: a node that stands still says
   * nothing of payments.
   *
   * @param head its newest block, where it told one
   */
  noteStep(id: ChainId, block: number, head = block): void {
    const seen = this.seen.get(keyOf(id))
    const isNews = seen?.told !== head || block > seen.block
    const at = seen && !isNews ? seen.at : this.monotonic()
    this.seen.set(keyOf(id), { at, told: head, block, head: Math.max(head, block) })
  }

  /** How far the network is, whatever is booked of it. */
  noteHead(id: ChainId, head: number): void {
    const seen = this.seen.get(keyOf(id))
    if (seen) seen.head = Math.max(seen.head, head)
  }

  /** A step is in the books. */
  noteRecorded(id: ChainId, cursor: Cursor, step: RecordableStep, { handled, missed }: RecordedStep): void {
    const tally = this.tallyOf(id)
    const before = step.kind === 'rewind' ? step.after : cursor.block
    const depth = cursor.block.number - before.number
    const ignored = new Map(tally.ignored)
    // What deep blocks tell when they are read again is known, and what may still go is told again when it stays.
    for (const { reason, block } of step.ignored)
      if (block.number > before.number && block.number <= step.to.number)
        ignored.set(reason, (ignored.get(reason) ?? 0) + 1)
    this.tallies.set(keyOf(id), {
      handled: tally.handled + handled,
      missed: tally.missed + missed,
      ignored,
      reorgs: tally.reorgs + (depth > 0 ? 1 : 0),
      deepestReorg: Math.max(tally.deepestReorg, depth),
    })
    const seen = this.seen.get(keyOf(id))
    if (seen) seen.block = step.to.number
  }

  /** Blocks that were read again had payments that the books had not. */
  noteMissed(id: ChainId, missed: number): void {
    const tally = this.tallyOf(id)
    if (missed > 0) this.tallies.set(keyOf(id), { ...tally, missed: tally.missed + missed })
  }

  isFollowed(id: ChainId): boolean {
    const position = this.positionOf(id)
    return position !== undefined && position.silentMs < STALE_MS
  }

  /** Undefined before the first look that succeeded. */
  positionOf(id: ChainId): ChainPosition | undefined {
    const seen = this.seen.get(keyOf(id))
    return seen && { block: seen.block, head: seen.head, silentMs: this.monotonic() - seen.at }
  }

  tallyOf(id: ChainId): ChainTally {
    return this.tallies.get(keyOf(id)) ?? NOTHING
  }
}

const keyOf = ({ environment, network }: ChainId): string => `${environment}/${network}`
