import pg from 'pg'
import { DatabaseUnreachable } from '../database-unreachable.js'
import type { MigrationTarget } from '../migrate.js'
import { PostgresConnection, SESSION, UNHURRIED } from './postgres-connection.js'
import { Statements } from './postgres-statements.js'

/** PostgreSQL answered, and lets nobody in under these settings: user, password or database are wrong. */
class DatabaseRefusal extends Error {
  override readonly name = 'DatabaseRefusal'
}

/** Hands a connection of its own over for migrating. @throws DatabaseUnreachable, DatabaseRefusal */
export async function migratePostgres<Result>(
  url: string,
  work: (target: MigrationTarget) => Promise<Result>,
): Promise<Result> {
  // A migration may take long, and a rival waits for it.
  const client = new pg.Client({ ...SESSION, ...UNHURRIED, connectionString: url })
  client.on('error', () => undefined)
  await connect(client)
  try {
    const sql = new PostgresConnection(client, new Statements())
    return await work({ engine: 'postgres', sql, begin: () => sql.begin() })
  } finally {
    await client.end()
  }
}

async function connect(client: pg.Client): Promise<void> {
  try {
    await client.connect()
  } catch (error) {
    // The driver's message names host, user and database at most, never the password.
    if (isRefusal(error))
      throw new DatabaseRefusal(`PostgreSQL refuses us: ${messageOf(error)}`, { cause: error })
    throw new DatabaseUnreachable(`PostgreSQL cannot be reached: ${messageOf(error)}`, { cause: error })
  }
}

/** Whether it was there and said no: not while it starts or stops, nor for want of a free connection. */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(57P0.|53...|08...)$/.test(error.code ?? '')
}

/** An error of several addresses has no message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : 'no answer'
}
