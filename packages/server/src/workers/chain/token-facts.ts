import type { Chain } from '../../domain/chain/chain.js'
import type { ChainCondition } from '../../domain/chain/chain-conditions.js'
import type { RecordableStep, TokenAdminEvent } from '../../domain/chain/scan-step.js'
import type { Context } from '../../domain/context.js'
import type { Instant } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'

/** Admin events that {@link TokenFacts} can verify. */
const VERIFIABLE: ReadonlySet<TokenAdminEvent['kind']> = new Set(['paused', 'unpaused', 'deprecated'])
/** Interval between two checks while the nodes disagree; each check takes calls of the day's budget. */
const DISAGREED_MS = 10 * 60_000
/** Interval while no second node answers. */
const UNANSWERED_MS = 60_000

/**
 * Checks the state of the token when a network is first followed, since no later event reports earlier admin calls,
 * and again when a reorg removes blocks with admin events. The check is repeated until the nodes agree, while the
 * network is followed as usual.
 */
export class TokenFacts {
  /** When the next check is due; undefined while nothing is in doubt. */
  private pause: { readonly since: Instant; readonly ms: number } | undefined
  /** The newest block with an admin event that this process has seen. */
  private lastEventBlock = -1

  constructor(
    private readonly store: Store,
    private readonly context: Pick<Context, 'clock'>,
    private readonly chain: Chain,
  ) {}

  /** @throws WrongChain where the network is not the one of the settings; any other error where no node answers */
  async check(signal: AbortSignal): Promise<void> {
    const sinceAt = this.context.clock.now()
    const { isTokenPaused, isTokenDeprecated, mismatch } = await this.chain.verify(signal)
    const found: ChainCondition[] = []
    if (isTokenPaused) found.push({ kind: 'token_paused', reason: 'the token is paused', sinceAt })
    if (isTokenDeprecated)
      found.push({ kind: 'token_deprecated', reason: 'the token is deprecated', sinceAt })
    if (mismatch !== undefined) found.push({ kind: 'token_mismatch', reason: mismatch, sinceAt })
    const isAgreed = isTokenPaused !== undefined && isTokenDeprecated !== undefined
    await this.store.write(async (tx) => {
      if (isAgreed) await tx.chainConditions.clear(this.chain, 'token_mismatch')
      for (const condition of found) await tx.chainConditions.set(this.chain, condition)
    })
    const ms = mismatch === undefined ? UNANSWERED_MS : DISAGREED_MS
    this.pause = isAgreed ? undefined : { since: sinceAt, ms }
  }

  /** Admin events of replaced blocks may be missing from the blocks that replaced them. */
  noteRecorded(step: RecordableStep): void {
    if (step.kind === 'rewind' && step.after.number < this.lastEventBlock)
      this.pause = { since: this.context.clock.now(), ms: 0 }
    for (const { kind, block } of step.adminEvents)
      if (VERIFIABLE.has(kind)) this.lastEventBlock = Math.max(this.lastEventBlock, block.number)
  }

  async recheck(signal: AbortSignal): Promise<void> {
    const now = this.context.clock.now()
    if (!this.pause) return
    const passed = now - this.pause.since
    if (passed >= 0 && passed < this.pause.ms) return // a clock that was set back must not stop the checks
    // A failure must not delay the network: the next check is due after the short interval.
    this.pause = { since: now, ms: UNANSWERED_MS }
    await this.check(signal)
  }
}
