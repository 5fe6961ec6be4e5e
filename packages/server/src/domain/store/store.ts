import type { Order } from '../orders/order.js'
import type { Tx } from './unit-of-work.js'

export interface Store {
  /** Runs `work` on committed rows. @throws Unavailable when the database cannot be reached */
  read<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /**
   * Runs `work` in one transaction; resolves after COMMIT. `work` may run more than once, and only its last run counts.
   *
   * @throws Unavailable when the database is locked, full or out of reach, or too much waits already; OutcomeUnknown when
   *   the database went out of reach while it committed
   */
  write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** The same store for the workers: their units go before those of calls and are never refused for a full queue. */
  forWorkers(): Store
  close(): Promise<void>
}

/** What a commit changed, for those who wait: event streams and the dispatcher. */
export interface Committed {
  readonly orders: readonly Order[]
  /** Names of the environments in which an event or a delivery was stored or released. */
  readonly environments: ReadonlySet<string>
  /** There is a delivery, or an event that nobody gets. */
  readonly deliveries: boolean
  readonly withdrawals: boolean
}

/** The database cannot answer now and nothing was done: locked, full, or closing. */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
}

/** The answer to a COMMIT was lost and nobody can tell what became of it: everything was done, or nothing. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/** Another writer was faster or in the way, and nothing was done: where several can write the store runs the unit
 * again before anybody hears of it. */
export class SerializationConflict extends Unavailable {
  override readonly name = 'LostRace'
}
