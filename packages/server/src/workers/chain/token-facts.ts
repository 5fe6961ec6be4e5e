import type { Chain } from '../../domain/chain/chain.js'
import type { ChainCondition } from '../../domain/chain/chain-conditions.js'
import type { RecordableStep, TokenAdminEvent } from '../../domain/chain/scan-step.js'
import type { Context } from '../../domain/context.js'
import type { Instant } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'

/** What {@link TokenFacts} knows to ask for. */
const ASKED: ReadonlySet<TokenAdminEvent['kind']> = new Set(['paused', 'unpaused', 'deprecated'])
/** As often as the nodes are asked anew that do not agree: each time takes calls of a day. */
const DISPUTED_MS = 10 * 60_000
/** While no second one tells anything. */
const UNTOLD_MS = 60_000

/**
 * What the nodes say of the token when a network is first followed: nothing tells it later what was done before; and when
 * the blocks are gone in which its owner did something. They are asked until they agree on it, while the network goes on.
 */
export class TokenFacts {
  /** What they are asked again after; undefined while nothing is in doubt. */
  private pause: { readonly since: Instant; readonly ms: number } | undefined
  /** The newest block that this process saw the owner do something in. */
  private noticedIn = -1

  constructor(
    private readonly store: Store,
    private readonly context: Pick<Context, 'clock'>,
    private readonly chain: Chain,
  ) {}

  /** @throws WrongChain where the network is not the one of the settings; any other error where no node can tell */
  async ask(signal: AbortSignal): Promise<void> {
    const sinceAt = this.context.clock.now()
    const { isTokenPaused, isTokenDeprecated, disputed } = await this.chain.verify(signal)
    const found: ChainCondition[] = []
    if (isTokenPaused) found.push({ kind: 'token_paused', reason: 'the token is paused', sinceAt })
    if (isTokenDeprecated)
      found.push({ kind: 'token_deprecated', reason: 'the token is deprecated', sinceAt })
    if (disputed !== undefined) found.push({ kind: 'token_mismatch', reason: disputed, sinceAt })
    const isAgreed = isTokenPaused !== undefined && isTokenDeprecated !== undefined
    await this.store.write(async (tx) => {
      if (isAgreed) await tx.chainConditions.clear(this.chain, 'token_mismatch')
      for (const condition of found) await tx.chainConditions.set(this.chain, condition)
    })
    const ms = disputed === undefined ? UNTOLD_MS : DISPUTED_MS
    this.pause = isAgreed ? undefined : { since: sinceAt, ms }
  }

  /** What the owner did in blocks that gave way may stand in none of those that replaced them. */
  noteRecorded(step: RecordableStep): void {
    if (step.kind === 'rewind' && step.after.number < this.noticedIn)
      this.pause = { since: this.context.clock.now(), ms: 0 }
    for (const { kind, block } of step.adminEvents)
      if (ASKED.has(kind)) this.noticedIn = Math.max(this.noticedIn, block.number)
  }

  async askAgain(signal: AbortSignal): Promise<void> {
    const now = this.context.clock.now()
    if (!this.pause) return
    const passed = now - this.pause.since
    if (passed >= 0 && passed < this.pause.ms) return // a clock that was set back must not silence it
    // A network goes on that nobody can be asked about just now.
    this.pause = { since: now, ms: UNTOLD_MS }
    await this.ask(signal)
  }
}
