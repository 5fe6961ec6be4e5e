import type { Context } from '../../domain/context.js'
import type { Store } from '../../domain/store/store.js'

const TARGETS_AT_ONCE = 100
const DELIVERIES_AT_ONCE = 500

/**
 * Repairs due times after the clock was set back. An attempt that is due later than the schedule allows becomes due when
 * the schedule, counted from now, says; a first attempt at once. No attempt is made earlier, so that none of the six is
 * used up before its time.
 */
export async function followClockBack(store: Store, { clock, policy }: Context): Promise<void> {
  const now = clock.now()
  const latest = policy.webhookRetryDelaysMs.map((delayMs) => now + delayMs)
  await store.write((tx) => tx.webhookTargets.limitStamps(clock.real()))
  let after = ''
  for (;;) {
    const targets = await store.read((tx) => tx.webhookTargets.listAfter(after, TARGETS_AT_ONCE))
    if (targets.length === 0) return
    const bringSome = () =>
      store.write((tx) => tx.webhookTargets.bringForward(targets, latest, DELIVERIES_AT_ONCE))
    while ((await bringSome()) > 0);
    after = targets.at(-1) ?? after
  }
}
