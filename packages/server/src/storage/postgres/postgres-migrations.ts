import type { MigrationTarget } from '../migrate.js'
import { PostgresConnection } from './postgres-connection.js'
import { NO_LIMITS } from './postgres-session.js'
import { Statements } from './postgres-statements.js'
import { openCheckedClient } from './session-check.js'

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
  const client = await openCheckedClient(url, NO_LIMITS)
  try {
    return await work(new PostgresConnection(client, new Statements()))
  } finally {
    await client.end()
  }
}
