import type { Context } from '../../domain/context.js'
import type { Store } from '../../domain/store/store.js'

const TARGETS_AT_ONCE = 100
const DELIVERIES_AT_ONCE = 500

/**
 * Repairs due times after the clock was set back. A due time later than the schedule allows, counted from now, is
 * brought forward to the schedule; a first attempt becomes due at once. No attempt is made early, so that none of the
 * six is used up before its time.
 */
export async function followClockBack(store: Store, { clock, policy }: Context): Promise<void> {
  const now = clock.now()
  const latest = policy.webhookRetryDelaysMs.map((delayMs) => now + delayMs)
  await store.write((tx) => tx.webhookTargets.limitStamps(clock.real()))
  let after = ''
  for (;;) {
    const targets = await store.read((tx) => tx.webhookTargets.listAfter(after, TARGETS_AT_ONCE))
    if (targets.length === 0) return
    const bringBatch = () =>
      store.write((tx) => tx.webhookTargets.bringForward(targets, latest, DELIVERIES_AT_ONCE))
    while ((await bringBatch()) > 0);
    after = targets.at(-1) ?? after
  }
}
