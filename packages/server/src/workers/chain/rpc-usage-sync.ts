import type { Chain } from '../../domain/chain/chain.js'
import type { Context } from '../../domain/context.js'
import type { Store } from '../../domain/store/store.js'

/** Usage of this period is lost when the process is killed. */
const SYNC_MS = 60_000

/**
 * Records how many calls of the day a network's nodes have used, and learns the usage of other and earlier processes.
 * Past its daily quota a provider refuses calls, and payments would stay unseen until midnight UTC.
 */
export class RpcUsageSync {
  private syncedAt: number | undefined

  constructor(
    private readonly store: Store,
    private readonly context: Pick<Context, 'clock'>,
    private readonly chain: Chain,
  ) {}

  /** Syncs if the last sync is older than `SYNC_MS`. */
  async sync(): Promise<void> {
    const now = this.context.clock.real()
    const isFresh = this.syncedAt !== undefined && now >= this.syncedAt && now < this.syncedAt + SYNC_MS
    if (!isFresh) await this.syncNow()
  }

  /** Syncs at once, as the last action of a process does. */
  async syncNow(): Promise<void> {
    const { environment, network, budgets = [] } = this.chain
    if (budgets.length === 0) return
    const before = this.syncedAt
    // A concurrent sync would report the same calls again.
    this.syncedAt = this.context.clock.real()
    // Servers that name the nodes in another order lock their rows in one order all the same.
    const byNode = budgets.toSorted((one, other) => (one.node < other.node ? -1 : 1))
    const usage = byNode.map((budget) => ({ budget, ...budget.unreported() }))
    try {
      const totals = await this.store.write(async (tx) => {
        const all: number[] = []
        for (const { budget, day, calls } of usage)
          all.push(await tx.nodeCalls.add({ environment, network, node: budget.node, day, calls }))
        return all
      })
      for (const [at, { budget, day, calls }] of usage.entries())
        budget.learn(day, totals[at] ?? calls, calls)
    } catch (error) {
      this.syncedAt = before
      throw error
    }
  }
}
