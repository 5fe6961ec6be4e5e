import type { Context } from '../../domain/context.js'
import { LATE_DELIVERIES_WATCHED_MS } from '../../domain/shared/policy.js'
import type { Instant } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import type { LeaseWindow } from '../../domain/store/webhook-tables.js'
import { endLateDeliveries } from '../../domain/webhooks/webhook-endpoints.js'
import { followClockBack } from './webhook-clock.js'

/** Interval of the checks for expired leases, unsure due times and late deliveries. */
const CHECK_MS = 1_000
const TARGETS_AT_ONCE = 100
/** Safety margin before a due time is revalidated; covers tick latency and clock skew. */
const REVALIDATE_MARGIN_MS = 15_000

/** A lease that ends later than any of ours could was made by a clock that ran ahead. */
export const standingAt = (now: number, leaseMs: number): LeaseWindow => ({ now, until: now + 2 * leaseMs })

/** The periodic checks for what no commit reports: expired leases, unsure due times and late deliveries. */
export class DeliveryChecks {
  private nextCheckAt = 0

  constructor(
    private readonly store: Store,
    private readonly context: Context,
    private readonly leaseMs: number,
  ) {}

  /**
   * Runs the checks whose time has come. Each locks targets in ascending order and so has its own transaction; together they
   * use one slot of the write queue.
   */
  async runIfDue(): Promise<void> {
    const { store, context } = this
    const now = context.clock.real()
    if (now < this.nextCheckAt && this.nextCheckAt <= now + CHECK_MS) return
    const standing = standingAt(now, this.leaseMs)
    // A server that starts may also find due times of a clock that was set back since.
    if (this.nextCheckAt === 0 || now < this.nextCheckAt - CHECK_MS) await followClockBack(store, context)
    const since = this.nextCheckAt === 0 ? 0 : context.clock.now() - LATE_DELIVERIES_WATCHED_MS
    await Promise.all([
      store.write((tx) => tx.webhookTargets.lowerDueTimesOfLapsed(standing)),
      store.write(async (tx) => {
        const unsureBefore = now - (await tx.webhookTargets.oldestTransactionMs()) - REVALIDATE_MARGIN_MS
        const query = { ...standing, dueAt: context.clock.now(), unsureBefore, limit: TARGETS_AT_ONCE }
        await tx.webhookTargets.revalidateDueTimes(query)
      }),
      this.handleLate(since),
    ])
    this.nextCheckAt = now + CHECK_MS
  }

  /**
   * Handles deliveries that were decided before an endpoint was deleted, or a first secret created, and committed
   * afterwards.
   */
  private async handleLate(since: Instant): Promise<void> {
    const { store, context } = this
    for (;;) {
      const { deleted, awaited } = await store.read(async (tx) => ({
        deleted: await tx.webhookEndpoints.listDeletedWithPending(since),
        awaited: await tx.webhookSecrets.listScopesWithPending(since),
      }))
      for (const id of deleted) await store.write((tx) => endLateDeliveries(tx, context, id))
      for (const scope of awaited) await store.write((tx) => tx.webhookDeliveries.releaseHeld(scope))
      // Each read lists a batch, and a later check does not go back as far.
      if (deleted.length + awaited.length === 0) return
    }
  }
}
