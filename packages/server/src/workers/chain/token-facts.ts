import type { Chain } from '../../domain/chain/chain.js'
import type { RecordableStep, TokenAdminEvent } from '../../domain/chain/scan-step.js'
import type { Context } from '../../domain/context.js'
import type { Instant } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import type { NetworkConditions } from './network-conditions.js'

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
    private readonly conditions: NetworkConditions,
  ) {}

  /** @throws WrongChain where the network is not the one of the settings; any other error where no node answers */
  async check(signal: AbortSignal): Promise<void> {
    const { conditions } = this
    const since = this.context.clock.now()
    const { isTokenPaused, isTokenDeprecated, mismatch } = await this.chain.verify(signal)
    const isAgreed = isTokenPaused !== undefined && isTokenDeprecated !== undefined
    await this.store.write(async (tx) => {
      if (isTokenPaused) await conditions.setIn(tx, 'token_paused', 'the token is paused')
      if (isTokenDeprecated) await conditions.setIn(tx, 'token_deprecated', 'the token is deprecated')
      if (isAgreed || mismatch !== undefined) await conditions.setIn(tx, 'token_mismatch', mismatch)
    })
    const ms = mismatch === undefined ? UNANSWERED_MS : DISAGREED_MS
    this.pause = isAgreed ? undefined : { since, ms }
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
