import pg from 'pg'
import { Unavailable } from '../domain/ports.js'
import type { MigrationTarget } from './migrate.js'
import { PostgresConnection, SESSION, UNHURRIED } from './postgres-connection.js'
import { Statements } from './postgres-statements.js'

/** Hands a connection of its own over for migrating. @throws Unavailable */
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
    throw new Unavailable(`PostgreSQL cannot be reached: ${messageOf(error)}`, { cause: error })
  }
}

/** An error of several addresses has no message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : 'no answer'
}
