import type { Usdt } from '../shared/money.js'
import type { BlockRef, ChainId, Instant } from '../shared/types.js'

/** Sources of screening verdicts: the operator's denylist, the token's blacklist, and the operator's screening service. */
export type ScreeningSource = 'deny_file' | 'token' | 'hook'

/** A payment to screen, or the destination of a withdrawal, for which the other fields are null. */
export interface ScreeningSubject extends ChainId {
  readonly txHash: string | null
  readonly logIndex: number | null
  readonly from: string | null
  /** The address that signed the transaction, if the network reports it. */
  readonly origin: string | null
  readonly to: string
  readonly amount: Usdt | null
}

/** The verdict of a source. */
export interface ScreeningAnswer {
  readonly verdict: 'pass' | 'flag'
  /** The source's reference of its finding, or the address concerned. */
  readonly reference: string | null
}

/** The source has no answer now and is asked again. */
export interface Outstanding {
  readonly verdict: 'outstanding'
  /** For the operator. */
  readonly why: string
  /** The source was not asked, because more important calls come first. */
  readonly isDeferred?: true
}

export interface SourceVerdict extends ScreeningAnswer {
  readonly source: ScreeningSource | 'operator'
}

/** A verdict as stored. */
export interface RecordedVerdict extends SourceVerdict {
  readonly recordedAt: Instant
}

/** The result of a round of screening, which ends with the first flag. */
export interface ScreeningRound {
  readonly verdicts: readonly SourceVerdict[]
  /** Why a source did not answer; undefined if all did. */
  readonly waitsFor: string | undefined
  /** Whether a source was not asked, because more important calls come first. */
  readonly isDeferred?: boolean
}

/**
 * Screens payments and destinations. Methods call external services and must not run in a transaction. `at` is the newest
 * recorded block.
 */
export interface Screening {
  /** Whether payments on a network are screened. If not, all of them count as screened. */
  isEnabled(id: ChainId): boolean
  /** Asks the sources that have given no verdict yet. */
  screen(
    subject: ScreeningSubject,
    answered: ReadonlySet<SourceVerdict['source']>,
    at: BlockRef,
    signal: AbortSignal,
  ): Promise<ScreeningRound>
  /** Checks the token's blacklist again; undefined if it is not used. */
  screenToken(
    subject: ScreeningSubject,
    at: BlockRef,
    signal: AbortSignal,
  ): Promise<ScreeningAnswer | Outstanding | undefined>
  /** Screens the destination of a withdrawal. A source that did not answer is not asked again for a while. */
  screenAddress(
    id: ChainId,
    address: string,
    at: BlockRef,
    signal: AbortSignal,
  ): Promise<ScreeningAnswer | Outstanding>
}

/** Screening without sources: everything passes. */
export const NO_SCREENING: Screening = {
  isEnabled: () => false,
  screen: async () => ({ verdicts: [], waitsFor: undefined }),
  screenToken: async () => undefined,
  screenAddress: async () => ({ verdict: 'pass', reference: null }),
}
