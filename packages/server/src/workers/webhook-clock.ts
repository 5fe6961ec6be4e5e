import type { Context, Store } from '../domain/ports.js'

const TARGETS_AT_ONCE = 100
const DELIVERIES_AT_ONCE = 500

/**
 * Goes through what waits, after the clock may have been set back: an instant that is further ahead than the schedule
 * allows was written by the clock of before. Such an attempt is due when the schedule has it due from now on, the first
 * one at once. None is made earlier than that, so that none of the six is used up before its time.
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
