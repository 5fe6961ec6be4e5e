import type pg from 'pg'
import { Unavailable } from '../../domain/store/store.js'
import { TransactionGuard } from '../transaction-guard.js'
import { PostgresConnection } from './postgres-connection.js'
import { ConnectionLost, isRetryable } from './postgres-errors.js'
import type { Statements } from './postgres-statements.js'

/** A connection of a pool, for one transaction. */
export interface Leased {
  readonly connection: PostgresConnection
  /** Returns the connection to the pool, or ends it when it is spent. */
  release(isSpent: boolean): void
}

/** @throws Unavailable */
export async function leaseFrom(pool: pg.Pool, statements: Statements): Promise<Leased> {
  try {
    const client = await pool.connect()
    const connection = new PostgresConnection(client, statements)
    return { connection, release: (isSpent) => client.release(isSpent) }
  } catch (error) {
    throw new Unavailable('PostgreSQL cannot be reached', { cause: error })
  }
}

/** Runs one transaction from BEGIN to COMMIT. A failure rolls it back; a connection in an unknown state is ended. */
export async function inTransaction<Result>(
  leased: Leased,
  work: (leased: Leased, guard: TransactionGuard) => Promise<Result>,
): Promise<Result> {
  const guard = new TransactionGuard(leased.connection, 'together')
  let isSpent = false
  try {
    return await work(leased, guard)
  } catch (error) {
    isSpent = error instanceof ConnectionLost || !(await isRolledBack(leased.connection))
    // The unit of work may have translated the conflict into another error; the conflict decides about a rerun.
    throw isRetryable(guard.failure) ? guard.failure : error
  } finally {
    leased.release(isSpent)
  }
}

async function isRolledBack(connection: PostgresConnection): Promise<boolean> {
  try {
    await connection.script('ROLLBACK')
    return true
  } catch {
    // The connection is ended next, and its transaction with it.
    return false
  }
}
