import type { Chain } from '../../domain/chain/chain.js'
import type { Context } from '../../domain/context.js'
import type { Store } from '../../domain/store/store.js'

/** As much as a process that is killed forgets. */
const KEEP_MS = 60_000

/**
 * Writes down how many calls of the day a network's nodes had, and learns what other processes, and those before, made:
 * a provider that cuts us off in the evening hides payments until midnight.
 */
export class RpcUsageSync {
  private keptAt: number | undefined

  constructor(
    private readonly store: Store,
    private readonly context: Pick<Context, 'clock'>,
    private readonly chain: Chain,
  ) {}

  /** Now and then. */
  async keep(): Promise<void> {
    const now = this.context.clock.real()
    const isKept = this.keptAt !== undefined && now >= this.keptAt && now < this.keptAt + KEEP_MS
    if (!isKept) await this.keepNow()
  }

  /** At once, as the last thing that a process does. */
  async keepNow(): Promise<void> {
    const { environment, network, budgets = [] } = this.chain
    if (budgets.length === 0) return
    const before = this.keptAt
    // Whoever comes meanwhile would tell the same calls again.
    this.keptAt = this.context.clock.real()
    const made = budgets.map((budget) => ({ budget, ...budget.unreported() }))
    try {
      const totals = await this.store.write(async (tx) => {
        const all: number[] = []
        for (const { budget, day, calls } of made)
          all.push(await tx.nodeCalls.add({ environment, network, node: budget.node, day, calls }))
        return all
      })
      for (const [at, { budget, day, calls }] of made.entries()) budget.learn(day, totals[at] ?? calls, calls)
    } catch (error) {
      this.keptAt = before
      throw error
    }
  }
}
