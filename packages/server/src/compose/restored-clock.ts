import { ConfigError } from '../config/config.js'
import type { MovableClock } from '../domain/sandbox/movable-clock.js'
import type { Store } from '../domain/store/store.js'

/** Continues the business time of the last run. @throws ConfigError for a server whose time would go back */
export async function restoreClock(store: Store, clock: MovableClock | undefined): Promise<void> {
  const state = await store.read((tx) => tx.sandboxClock.find())
  if (!state) return
  if (!clock)
    throw new ConfigError([
      'MERCHANTPAY_MOVABLE_CLOCK: the business time of this database was moved; without `on` it would go back',
    ])
  clock.become(state)
}
