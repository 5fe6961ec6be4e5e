import type { ChainId, Cursor, Instant } from '../shared/types.js'
import type { RecordableStep, RecordedStep } from './scan-step.js'
import type { IgnoredReason } from './transfer.js'

/** Without new blocks for this long, payments on a network may go unseen. */
const STALE_MS = 15 * 60_000

/** How far a network is followed, by this process or by another one. */
export interface ChainPosition {
  /** Newest recorded block. */
  readonly block: number
  /** Newest block that could be recorded. */
  readonly head: number
  /** Time since the last step that showed a new block. */
  readonly silentMs: number
}

/** Counters of a network since this process started. */
export interface ChainTally {
  /** Changes of payments and treasury transfers. */
  readonly handled: number
  /** Payments found in blocks that had been recorded without them. */
  readonly missed: number
  readonly ignored: ReadonlyMap<IgnoredReason, number>
  /** Reorganisations, and the most blocks that one replaced. */
  readonly reorgs: number
  readonly deepestReorg: number
}

interface Seen {
  readonly at: number
  /** Newest block as reported by the node. */
  readonly reportedHead: number
  block: number
  head: number
}

const NOTHING: ChainTally = { handled: 0, missed: 0, ignored: new Map(), reorgs: 0, deepestReorg: 0 }

/** Tracks how far each network is followed. Addresses are leased only on networks whose payments would be seen. */
export class ChainHealth {
  private readonly seen = new Map<string, Seen>()
  private readonly tallies = new Map<string, ChainTally>()
  private readonly startHeads = new Map<string, number>()
  private readonly revisions = new Map<string, number>()
  private readonly histories = new Map<string, Instant>()

  /** @param monotonic monotonic time, milliseconds */
  constructor(private readonly monotonic: () => number) {}

  /**
   * Notes a successful step. A step without a new block does not count as progress, because the node may be stuck.
   *
   * @param head newest block as reported by the node, if it did
   */
  noteStep(id: ChainId, block: number, head = block): void {
    const seen = this.seen.get(keyOf(id))
    const isNew = seen?.reportedHead !== head || block > seen.block
    const at = seen && !isNew ? seen.at : this.monotonic()
    this.seen.set(keyOf(id), { at, reportedHead: head, block, head: Math.max(head, block) })
  }

  /** Notes the newest block of a network, whether it is recorded or not. */
  noteHead(id: ChainId, head: number): void {
    this.noteStart(id, head)
    const seen = this.seen.get(keyOf(id))
    if (seen) seen.head = Math.max(seen.head, head)
  }

  /** Returns the head of a network when this process first read it; undefined before, and for a sandbox. */
  startHeadOf(id: ChainId): number | undefined {
    return this.startHeads.get(keyOf(id))
  }

  /** Notes how far another server follows a network. */
  noteReported(id: ChainId, { block, head, silentMs }: ChainPosition): void {
    this.noteStart(id, head)
    this.seen.set(keyOf(id), { at: this.monotonic() - silentMs, reportedHead: head, block, head })
  }

  /**
   * Whether the blocks that existed when this process began are recorded. Before, the database may be an old copy whose
   * waiting withdrawals are paid.
   */
  hasReachedStart(id: ChainId): boolean {
    const position = this.positionOf(id)
    return position !== undefined && position.block >= (this.startHeads.get(keyOf(id)) ?? 0)
  }

  /** Notes the committed revision of a cursor, which is the newest one or was accepted after a set-back. */
  noteRevision(id: ChainId, revision: number): void {
    this.revisions.set(keyOf(id), revision)
  }

  /**
   * Whether a cursor is older than a revision that this process has noted: then the database was set back under running
   * servers. Read the cursor under its lock, or before the next revision is noted.
   */
  isSetBack(cursor: Pick<Cursor, keyof ChainId | 'revision'>): boolean {
    return cursor.revision < (this.revisions.get(keyOf(cursor)) ?? 0)
  }

  /**
   * Notes since when the database lacks no commit. Another time than before means that another server may have signed and
   * recorded what the database has lost: then everything is as when this process began.
   */
  noteUnbroken(id: ChainId, since: Instant): void {
    const known = this.histories.get(keyOf(id))
    this.histories.set(keyOf(id), since)
    if (known === undefined || known === since) return
    this.startHeads.delete(keyOf(id))
    this.seen.delete(keyOf(id))
  }

  /** Notes a recorded step. */
  noteRecorded(id: ChainId, cursor: Cursor, step: RecordableStep, { handled, missed }: RecordedStep): void {
    const tally = this.tallyOf(id)
    const before = step.kind === 'rewind' ? step.after : cursor.block
    const depth = cursor.block.number - before.number
    const ignored = new Map(tally.ignored)
    // Rescanned blocks were counted before, and blocks above `to` are counted once they are recorded.
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

  /** Notes payments that a rescan found. */
  noteMissed(id: ChainId, missed: number): void {
    const tally = this.tallyOf(id)
    if (missed > 0) this.tallies.set(keyOf(id), { ...tally, missed: tally.missed + missed })
  }

  /**
   * Whether a new block was seen within the last 15 minutes, and the blocks from before the start are recorded. Until they
   * are, the database may be an old copy without the orders that have its next addresses.
   */
  isFollowed(id: ChainId): boolean {
    const position = this.positionOf(id)
    return position !== undefined && position.silentMs < STALE_MS && this.hasReachedStart(id)
  }

  /** Returns how far a network is followed; undefined before the first successful step. */
  positionOf(id: ChainId): ChainPosition | undefined {
    const seen = this.seen.get(keyOf(id))
    return seen && { block: seen.block, head: seen.head, silentMs: this.monotonic() - seen.at }
  }

  /** Returns the counters of a network. */
  tallyOf(id: ChainId): ChainTally {
    return this.tallies.get(keyOf(id)) ?? NOTHING
  }

  private noteStart(id: ChainId, head: number): void {
    if (!this.startHeads.has(keyOf(id))) this.startHeads.set(keyOf(id), head)
  }
}

const keyOf = ({ environment, network }: ChainId): string => `${environment}/${network}`
