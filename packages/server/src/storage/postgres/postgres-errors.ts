import pg from 'pg'
import { SerializationConflict, Unavailable } from '../../domain/store/store.js'
import { type Constraint, ConstraintViolation } from '../sql.js'

/** The connection ended with a statement under way; whether that statement took effect is not known. */
export class ConnectionLost extends Unavailable {
  override readonly name = 'ConnectionLost'
}

/** Serialization failure, deadlock, lock not available in time. */
const RACE = /^(40001|40P01|55P03)$/
/** The backend was ended: by an operator, by the server's stop, or for keeping a transaction open. */
const ENDED = /^(08...|57P0.|25P03)$/
/** Out of resources, out of time, or a server that only reads. */
const UNAVAILABLE = /^(53...|57014|25006|58030)$/
const CONSTRAINTS: ReadonlyMap<string, Constraint> = new Map([
  ['23505', 'unique'],
  ['23503', 'foreign-key'],
  ['23514', 'check'],
  ['23502', 'not-null'],
  ['P0001', 'trigger'],
])

/** What a statement's failure means to the rest of the server. */
export function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  // The server answers with a code of its own; everything else the driver says of a connection that is gone.
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  if (code === undefined || ENDED.test(code)) return new ConnectionLost(error.message, { cause: error })
  if (RACE.test(code)) return new SerializationConflict(error.message, { cause: error })
  if (UNAVAILABLE.test(code)) return new Unavailable(error.message, { cause: error })
  const constraint = CONSTRAINTS.get(code)
  return constraint ? new ConstraintViolation(constraint, error) : error
}

/** Whether the same unit may fare better: it met another writer, whose rows it reads next time, or lost its connection. */
export const isWorthAnother = (error: unknown): boolean =>
  error instanceof SerializationConflict ||
  error instanceof ConnectionLost ||
  (error instanceof ConstraintViolation && error.kind === 'unique')
