import type { Order } from '../orders/order.js'
import type { ClockState } from '../sandbox/business-clock.js'
import type { Tx } from './unit-of-work.js'

export interface Store {
  /** Runs `work` in a read-only transaction. @throws Unavailable if the database cannot be reached */
  read<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /**
   * Runs `work` in one transaction and resolves after COMMIT. `work` may run more than once; only the last run counts.
   *
   * @throws Unavailable if the database is locked, full or unreachable, or the queue is full; OutcomeUnknown if the
   *   connection was lost during COMMIT
   */
  write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** Returns the store for workers: their transactions run before those of requests, and no full queue refuses them. */
  forWorkers(): Store
  close(): Promise<void>
}

/** The commits that a stale read may lack: those of the last five seconds. */
export const MAX_LAG_MS = 5_000

/** Reads for lists, exports and statements that people read, and never for a decision about money. */
export interface StaleReads {
  /**
   * Runs `work` in a read-only transaction, which may lack the commits of the last {@link MAX_LAG_MS}. `work` may run more
   * than once: where the replica fails, its run on the primary counts.
   *
   * @throws as {@link Store.read}
   */
  readStale<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** Undefined where there is no replica, and every read is one of the primary. */
  readonly replica: ReplicaState | undefined
}

/** A replica as it was measured last, at most a second ago while it answers. */
export interface ReplicaState {
  /** The time whose commits it may lack, in milliseconds; undefined before it had the first place of the primary. */
  readonly lagMs: number | undefined
  /** Why reads go to the primary; undefined while the replica takes them. */
  readonly fault: string | undefined
}

/** A status that an order entered, in the state of the order that has it. */
export type EnteredStatus = Pick<Order, 'id' | 'version' | 'environment' | 'status'>

/** The changes of a commit, reported to event streams, the dispatcher and the clock of a developer. */
export interface Committed {
  readonly orders: readonly Order[]
  /** The statuses that orders entered, that of a new order included. */
  readonly orderStatuses: readonly EnteredStatus[]
  /** Keys of the scopes in which an event or a delivery was stored or released. */
  readonly environments: ReadonlySet<string>
  /** Whether a delivery was stored, or an event without deliveries. */
  readonly deliveries: boolean
  readonly withdrawals: boolean
  /** The new state of the clock that a developer moves; undefined if it was not moved. */
  readonly clock: ClockState | undefined
}

/** Changes of other processes, from which streams and workers learn what to read. A hint may be lost, late or repeated. */
export interface Hint {
  readonly orderIds: readonly string[]
  /** Keys of scopes, as in {@link Committed}. */
  readonly environments: readonly string[]
  readonly deliveries: boolean
}

/** The database is locked, full or closing; nothing was written. */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
}

/**
 * The connection was lost during COMMIT, or the wait for a standby was ended, so that it is unknown whether the transaction is
 * committed for good.
 */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/** Serialization conflict; nothing was written. The store retries the transaction; callers see it only after the last retry. */
export class SerializationConflict extends Unavailable {
  override readonly name = 'SerializationConflict'
}
