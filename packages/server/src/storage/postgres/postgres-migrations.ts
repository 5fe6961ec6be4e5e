import pg from 'pg'
import { DatabaseUnreachable } from '../database-unreachable.js'
import type { MigrationTarget } from '../migrate.js'
import { NO_TIMEOUTS, PostgresConnection, SESSION } from './postgres-connection.js'
import { Statements } from './postgres-statements.js'

/** PostgreSQL answered and refused the login: user, password or database are wrong. */
class DatabaseRefusal extends Error {
  override readonly name = 'DatabaseRefusal'
}

/** Runs `work` on a connection of its own. @throws DatabaseUnreachable, DatabaseRefusal */
export const migratePostgres = <Result>(
  url: string,
  work: (target: MigrationTarget) => Promise<Result>,
): Promise<Result> =>
  withConnection(url, (sql) => work({ engine: 'postgres', sql, begin: () => sql.begin() }))

/** Runs `work` on a connection of its own, whose statements may take long. @throws DatabaseUnreachable, DatabaseRefusal */
export async function withConnection<Result>(
  url: string,
  work: (sql: PostgresConnection) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...SESSION, ...NO_TIMEOUTS, connectionString: url })
  client.on('error', () => undefined)
  await connect(client)
  try {
    return await work(new PostgresConnection(client, new Statements()))
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
      throw new DatabaseRefusal(`PostgreSQL refuses the login: ${messageOf(error)}`, { cause: error })
    throw new DatabaseUnreachable(`PostgreSQL cannot be reached: ${messageOf(error)}`, { cause: error })
  }
}

/** Returns whether PostgreSQL refused the login, other than because it starts, stops or has no free connection. */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(57P0.|53...|08...)$/.test(error.code ?? '')
}

/** An error over several addresses has no message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : 'no answer'
}
