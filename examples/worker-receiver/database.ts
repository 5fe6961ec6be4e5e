import type { SqliteDatabase } from '@merchantpay/webhook-verify/dedupe/sqlite'

/** The members of the state of a Durable Object that this example uses. */
export interface DurableState {
  readonly storage: {
    readonly sql: {
      exec(sql: string, ...parameters: (string | number)[]): { toArray(): unknown[]; rowsWritten: number }
    }
  }
}

/** The database of a Durable Object as `sqliteDedupe` uses it. */
export function databaseOf({ storage: { sql } }: DurableState): SqliteDatabase {
  return {
    exec: (statements) => sql.exec(statements),
    prepare: (statement) => ({
      run: (...parameters) => ({ changes: sql.exec(statement, ...parameters).rowsWritten }),
      get: (...parameters) => sql.exec(statement, ...parameters).toArray()[0],
    }),
  }
}
