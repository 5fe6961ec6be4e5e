import pg from 'pg'
import { SerializationConflict, Unavailable } from '../../domain/store/store.js'
import { type Constraint, ConstraintViolation } from '../sql.js'

/** The connection ended during a statement; whether that statement took effect is unknown. */
export class ConnectionLost extends Unavailable {
  override readonly name = 'ConnectionLost'
}

/** Serialization failure, deadlock, lock not available in time. */
const CONFLICT = /^(40001|40P01|55P03)$/
/** The backend was ended: by an operator, by the stop of PostgreSQL, or for keeping a transaction open. */
const ENDED = /^(08...|57P0.|25P03)$/
/** Out of resources, out of time, or a standby: it is read-only, and has no unlogged tables until it is promoted. */
const UNAVAILABLE = /^(53...|57014|25006|58030|0A000)$/
const CONSTRAINTS: ReadonlyMap<string, Constraint> = new Map([
  ['23505', 'unique'],
  ['23503', 'foreign-key'],
  ['23514', 'check'],
  ['23502', 'not-null'],
  ['P0001', 'trigger'],
])

/** Translates an error of the driver into an error of the store. */
export function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  // PostgreSQL's own errors have a code; an error without one comes from the driver, about a lost connection.
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  if (code === undefined || ENDED.test(code)) return new ConnectionLost(error.message, { cause: error })
  if (CONFLICT.test(code)) return new SerializationConflict(error.message, { cause: error })
  if (UNAVAILABLE.test(code)) return new Unavailable(error.message, { cause: error })
  const constraint = CONSTRAINTS.get(code)
  return constraint ? new ConstraintViolation(constraint, error) : error
}

/** Returns whether the same unit of work may succeed on another run: it conflicted with another writer or lost its connection. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof SerializationConflict ||
  error instanceof ConnectionLost ||
  (error instanceof ConstraintViolation && error.kind === 'unique')
