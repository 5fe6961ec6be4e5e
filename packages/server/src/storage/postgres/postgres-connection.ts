import type pg from 'pg'
import { type ScriptSql, type SqlValue, toBound } from '../sql.js'
import { translate } from './postgres-errors.js'
import type { Statements } from './postgres-statements.js'

/** One connection, of the pool or opened separately. */
export class PostgresConnection implements ScriptSql {
  /** Runs statements one at a time: the driver accepts no second one before the first is answered. */
  private last: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly client: pg.ClientBase,
    private readonly statements: Statements,
  ) {}

  async get<Row>(text: string, ...values: SqlValue[]): Promise<Row | undefined> {
    const [row] = await this.all<Row>(text, ...values)
    return row
  }

  async all<Row>(text: string, ...values: SqlValue[]): Promise<Row[]> {
    const { rows } = await this.query(text, values)
    return rows as Row[] // the SQL text names the columns
  }

  async run(text: string, ...values: SqlValue[]): Promise<number> {
    const { rowCount } = await this.query(text, values)
    return rowCount ?? 0
  }

  async script(text: string): Promise<void> {
    await translated(this.client.query(text))
  }

  /** Opens a read-only transaction on one snapshot. */
  beginRead(): Promise<void> {
    return this.script('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  }

  /** Opens a transaction. @returns its id, by which its outcome is found when the answer to COMMIT is lost */
  async begin(): Promise<string> {
    const script = 'BEGIN ISOLATION LEVEL READ COMMITTED; SELECT CAST(pg_current_xact_id() AS TEXT) AS id'
    // The driver returns one result per statement of a script; its types allow for one statement only.
    const results = (await translated(this.client.query(script))) as unknown as pg.QueryResult<{
      id: string
    }>[]
    const id = results[1]?.rows[0]?.id
    if (id === undefined) throw new Error('PostgreSQL returned no transaction id')
    return id
  }

  /** Commits. A transaction in which a statement failed answers with ROLLBACK instead of an error. */
  async commit(): Promise<void> {
    const { command } = await translated(this.client.query('COMMIT'))
    if (command !== 'COMMIT') throw new Error(`PostgreSQL answered COMMIT with ${command}`)
  }

  private async query(text: string, values: readonly SqlValue[]): Promise<pg.QueryResult<unknown[]>> {
    const statement = { ...this.statements.named(text), values: values.map(toBound) }
    const answer = this.last.then(() => translated(this.client.query(statement)))
    this.last = answer.catch(() => undefined)
    return answer
  }
}

async function translated<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    throw translate(error)
  }
}
