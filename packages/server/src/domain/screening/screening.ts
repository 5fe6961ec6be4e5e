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

export interface ScreeningAnswer {
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
  readonly isDeferred?: true
}

export interface SourceVerdict extends ScreeningAnswer {
  readonly source: ScreeningSource | 'operator'
}

/** A verdict as it was written down. */
export interface RecordedVerdict extends SourceVerdict {
  readonly recordedAt: Instant
}

/** What a round of questions brought. After a flag nobody else is asked. */
export interface ScreeningRound {
  readonly verdicts: readonly SourceVerdict[]
  /** Why somebody could not say; undefined when all did who were asked. */
  readonly waitsFor: string | undefined
  /** Somebody was not asked, since other questions matter more. */
  readonly isDeferred?: boolean
}

/**
 * Says whose money must not be passed on. Calls talk to the outside: no transaction is open meanwhile. `at` is the newest
 * booked block.
 */
export interface Screening {
  /** Whether anybody judges payments on a network; where nobody does, each of them counts as judged. */
  isEnabled(id: ChainId): boolean
  /** Asks whoever has not said anything yet. */
  screen(
    subject: ScreeningSubject,
    judged: ReadonlySet<SourceVerdict['source']>,
    at: BlockRef,
    signal: AbortSignal,
  ): Promise<ScreeningRound>
  /** Asks the token's own list once more; undefined where it is not asked. */
  screenToken(
    subject: ScreeningSubject,
    at: BlockRef,
    signal: AbortSignal,
  ): Promise<ScreeningAnswer | Outstanding | undefined>
  /** Judges where a withdrawal goes. Whoever could not say is left alone for a while: it may be asked at every try. */
  screenAddress(
    id: ChainId,
    address: string,
    at: BlockRef,
    signal: AbortSignal,
  ): Promise<ScreeningAnswer | Outstanding>
}

/** Nobody judges, and everything passes. */
export const NO_SCREENING: Screening = {
  isEnabled: () => false,
  screen: async () => ({ verdicts: [], waitsFor: undefined }),
  screenToken: async () => undefined,
  screenAddress: async () => ({ verdict: 'pass', reference: null }),
}
