import Database from 'better-sqlite3'
import { Unavailable } from '../../domain/store/store.js'
import { type Constraint, ConstraintViolation } from '../sql.js'

/** The file is corrupt or the disk fails: neither reads nor commits can be trusted any more. */
export class DatabaseDamaged extends Error {
  override readonly name = 'DatabaseDamaged'
}

/** The database cannot write now; nothing was changed. */
const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|READONLY|CANTOPEN|IOERR_WRITE)/
const DAMAGED = /^SQLITE_(IOERR|CORRUPT|NOTADB)/
const CONSTRAINTS: ReadonlyMap<string, Constraint> = new Map([
  ['SQLITE_CONSTRAINT_UNIQUE', 'unique'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'unique'],
  ['SQLITE_CONSTRAINT_ROWID', 'unique'],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 'foreign-key'],
  ['SQLITE_CONSTRAINT_CHECK', 'check'],
  ['SQLITE_CONSTRAINT_NOTNULL', 'not-null'],
  ['SQLITE_CONSTRAINT_TRIGGER', 'trigger'],
])

/** Translates an error of the driver into an error of the store. */
export function translate(error: unknown): unknown {
  if (error instanceof TypeError && error.message === 'The database connection is not open') {
    return new Unavailable('the database is closed', { cause: error })
  }
  if (!(error instanceof Database.SqliteError)) return error
  const constraint = CONSTRAINTS.get(error.code)
  if (constraint) return new ConstraintViolation(constraint, error)
  if (UNAVAILABLE.test(error.code)) return new Unavailable('database unavailable', { cause: error })
  return DAMAGED.test(error.code) ? new DatabaseDamaged(error.message, { cause: error }) : error
}

export const isBusy = (error: unknown): boolean =>
  error instanceof Unavailable &&
  error.cause instanceof Database.SqliteError &&
  error.cause.code.startsWith('SQLITE_BUSY')
