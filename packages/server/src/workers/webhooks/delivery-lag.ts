import type { Instant } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { DueTarget, LeaseWindow } from '../../domain/store/webhook-tables.js'
import { SLOTS_PER_TARGET } from '../../domain/webhooks/webhook-breaker.js'

const PAGE = 64

export interface DeliveryLagQuery {
  readonly dueAt: Instant
  readonly standing: LeaseWindow
  /** Whether the target may be sent more now, as far as this process knows. */
  canTakeMore(target: DueTarget): boolean
}

/**
 * Returns the due time of the oldest unleased delivery whose target may be sent more; undefined where there is none.
 */
export async function findDeliveryLag(tx: Tx, query: DeliveryLagQuery): Promise<Instant | undefined> {
  const { dueAt, canTakeMore } = query
  let oldest: Instant | undefined
  let after: DueTarget | undefined
  do {
    const page = await tx.webhookTargets.listLongestDue({ dueAt, after, limit: PAGE })
    for (const target of page) {
      // The due time of a target is never later than that of its first delivery, so nothing older follows.
      if (oldest !== undefined && oldest <= target.nextDueAt) return oldest
      if (!canTakeMore(target)) continue
      const found = await findDueOf(tx, target, query)
      if (found !== undefined && (oldest === undefined || found < oldest)) oldest = found
    }
    after = page.length === PAGE ? page.at(-1) : undefined
  } while (after)
  return oldest
}

/** Returns the first due time of a target, unless leases of all processes already fill its slots. */
async function findDueOf(
  tx: Tx,
  { target }: DueTarget,
  { dueAt, standing }: DeliveryLagQuery,
): Promise<Instant | undefined> {
  const leases = await tx.webhookDeliveries.countLeases(target, standing)
  if (leases >= SLOTS_PER_TARGET) return undefined
  const found = await tx.webhookTargets.findFirstDue(target, standing)
  return found !== undefined && found <= dueAt ? found : undefined
}
