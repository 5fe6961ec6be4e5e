import type { Usdt } from '../shared/money.js'
import type { BlockRef, ChainId, Instant } from '../shared/types.js'

/** Who is asked whether money may be passed on: the operator's own list, the token's, and a service of the operator. */
export type ScreeningSource = 'deny_file' | 'token' | 'hook'

/** What is judged: a payment to us, or the destination of a withdrawal, of which nothing else is known. */
export interface ScreeningSubject extends ChainId {
  readonly txHash: string | null
  readonly logIndex: number | null
  readonly from: string | null
  /** Who signed the transaction, where the network tells it. */
  readonly origin: string | null
  readonly to: string
  readonly amount: Usdt | null
}

export interface Judgement {
  readonly verdict: 'pass' | 'flag'
  /** What the judge calls its finding, or which address it is about. */
  readonly reference: string | null
}

/** Nobody can say now: nothing follows, and it is asked again. */
export interface Outstanding {
  readonly verdict: 'outstanding'
  /** For a person. */
  readonly why: string
  /** Nobody was asked: the question waits for others that matter more. */
  readonly isPutOff?: true
}

export interface SourceVerdict extends Judgement {
  readonly source: ScreeningSource | 'operator'
}

/** A verdict as it was written down. */
export interface GivenVerdict extends SourceVerdict {
  readonly givenAt: Instant
}

/** What a round of questions brought. After a flag nobody else is asked. */
export interface Asked {
  readonly verdicts: readonly SourceVerdict[]
  /** Why somebody could not say; undefined when all did who were asked. */
  readonly waitsFor: string | undefined
  /** Somebody was not asked, since other questions matter more. */
  readonly isPutOff?: boolean
}

/**
 * Says whose money must not be passed on. Calls talk to the outside: no transaction is open meanwhile. `at` is the newest
 * booked block.
 */
export interface Screening {
  /** Whether anybody judges payments on a network; where nobody does, each of them counts as judged. */
  isAsked(id: ChainId): boolean
  /** Asks whoever has not said anything yet. */
  ask(
    subject: ScreeningSubject,
    judged: ReadonlySet<SourceVerdict['source']>,
    at: BlockRef,
    signal: AbortSignal,
  ): Promise<Asked>
  /** Asks the token's own list once more; undefined where it is not asked. */
  askToken(
    subject: ScreeningSubject,
    at: BlockRef,
    signal: AbortSignal,
  ): Promise<Judgement | Outstanding | undefined>
  /** Judges where a withdrawal goes. Whoever could not say is left alone for a while: it may be asked at every try. */
  judgeAddress(
    id: ChainId,
    address: string,
    at: BlockRef,
    signal: AbortSignal,
  ): Promise<Judgement | Outstanding>
}

/** Nobody judges, and everything passes. */
export const NO_SCREENING: Screening = {
  isAsked: () => false,
  ask: async () => ({ verdicts: [], waitsFor: undefined }),
  askToken: async () => undefined,
  judgeAddress: async () => ({ verdict: 'pass', reference: null }),
}

const FIRST_MS = 5_000
const LONGEST_MS = 5 * 60_000
const LATE_MS = 10 * 60_000

interface Waiting {
  readonly sinceAt: Instant
  readonly triedAt: Instant
  readonly pauseMs: number
  readonly why: string
}

/** What nobody could judge, and when to ask again: after 5 s, doubled up to 5 minutes, without end. */
export class WaitingList {
  /** What was tried longest ago comes first. */
  private readonly waiting = new Map<string, Waiting>()

  /** @param keptMs what nobody asks about for so long is forgotten; a list that is told what to keep needs none */
  constructor(
    private readonly now: () => Instant,
    private readonly keptMs?: number,
  ) {}

  get size(): number {
    return this.waiting.size
  }

  isDue(name: string): boolean {
    const entry = this.waiting.get(name)
    if (!entry) return true
    const passed = this.now() - entry.triedAt
    return passed >= entry.pauseMs || passed < 0 // a clock that was set back must not silence it
  }

  add(name: string, why: string): void {
    const at = this.now()
    const before = this.waiting.get(name)
    const pauseMs = before ? Math.min(before.pauseMs * 2, LONGEST_MS) : FIRST_MS
    this.waiting.delete(name)
    this.forgetOld(at)
    this.waiting.set(name, { sinceAt: before?.sinceAt ?? at, triedAt: at, pauseMs, why })
  }

  private forgetOld(at: Instant): void {
    for (const [name, { triedAt }] of this.waiting) {
      if (this.keptMs === undefined || at - triedAt < this.keptMs) break
      this.waiting.delete(name)
    }
  }

  /** What kept it waiting last. */
  whyOf(name: string): string | undefined {
    return this.waiting.get(name)?.why
  }

  delete(name: string): void {
    this.waiting.delete(name)
  }

  /** Forgets all others. */
  keep(names: readonly string[]): void {
    const kept = new Set(names)
    for (const name of this.waiting.keys()) if (!kept.has(name)) this.waiting.delete(name)
  }

  /** What waits so long that a person should know, with what keeps it waiting. */
  late(): string[] {
    const at = this.now()
    return [...this.waiting]
      .filter(([, { sinceAt }]) => at - sinceAt >= LATE_MS)
      .map(([name, { why }]) => `${name} (${why})`)
  }
}
