import type pg from 'pg'
import { Unavailable } from '../../domain/store/store.js'
import { type ScriptSql, type SqlValue, type Statement, toBound } from '../sql.js'
import { translate } from './postgres-errors.js'
import { type Statements, togetherOf } from './postgres-statements.js'
import type { LogPlace } from './replica-marks.js'

/** The history that a server writes: each promotion begins another one. */
const TIMELINE = 'LEFT(pg_walfile_name(pg_current_wal_lsn()), 8)'

/** The same on a primary and its standbys, and on no other database. */
const DATABASE = `(SELECT system_identifier || '/' || CURRENT_DATABASE() FROM pg_control_system()) AS database`
const PLACE = {
  primary: `SELECT ${DATABASE}, CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS BIGINT) AS position`,
  standby: `SELECT ${DATABASE}, CASE WHEN pg_is_in_recovery()
    THEN CAST(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') AS BIGINT) END AS position`,
} as const
/** A server that does not say its place in this time counts as lost. */
const PLACE_TIMEOUT_MS = 2_000

/** A transaction and the history that it belongs to. */
export interface TransactionPlace {
  readonly id: string
  readonly timeline: string
}

export type Outcome = 'committed' | 'aborted' | 'unknown'

interface NoticeOrError {
  readonly severity?: string | undefined
  readonly message?: string | undefined
}

/** A commit is stored, and standbys that have to confirm it may lack it. */
class UnconfirmedCommit extends Unavailable {
  override readonly name = 'UnconfirmedCommit'
}

/** One connection, of the pool or opened separately. */
export class PostgresConnection implements ScriptSql {
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

  async insertAll(statements: readonly Statement[]): Promise<void> {
    if (statements.length === 0) return
    const texts = statements.map(([text]) => text)
    await this.query(
      togetherOf(texts),
      statements.flatMap(([, ...values]) => values),
    )
  }

  async script(text: string): Promise<void> {
    await translated(this.client.query(text))
  }

  /** Returns the place in the log: up to where a primary has written it, or a standby has applied it. */
  async placeAs(role: keyof typeof PLACE): Promise<LogPlace> {
    const statement = { text: PLACE[role], query_timeout: PLACE_TIMEOUT_MS }
    const { rows } = await translated(
      this.client.query<{ database: string; position: bigint | null }>(statement),
    )
    const [row] = rows
    if (!row) throw new Error('PostgreSQL returned no place')
    return { database: row.database, position: row.position ?? undefined }
  }

  /** Opens a read-only transaction on one snapshot. */
  beginRead(): Promise<void> {
    return this.script('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  }

  /** Opens a transaction. @returns its place, by which its outcome is found when the answer to COMMIT is lost */
  async begin(): Promise<TransactionPlace> {
    const place = `SELECT CAST(pg_current_xact_id() AS TEXT) AS id, ${TIMELINE} AS timeline`
    const script = `BEGIN ISOLATION LEVEL READ COMMITTED; ${place}`
    // The driver returns one result per statement of a script; its types allow for one statement only.
    const answers = await translated(this.client.query(script))
    const results = answers as unknown as pg.QueryResult<TransactionPlace>[]
    const [row] = results[1]?.rows ?? []
    if (!row) throw new Error('PostgreSQL returned no transaction id')
    return row
  }

  /**
   * Commits. A transaction in which a statement failed answers with ROLLBACK instead of an error.
   *
   * @param waitMs the longest wait for the answer, where it is not that of the session. No time limit of PostgreSQL ends the
   *   wait for a standby
   * @throws UnconfirmedCommit where a standby has to confirm the commit, and the wait for it was ended
   */
  async commit(waitMs?: number): Promise<void> {
    const warnings: string[] = []
    const note = ({ severity, message = '' }: NoticeOrError) => {
      if (severity === 'WARNING') warnings.push(message)
    }
    this.client.on('notice', note)
    try {
      const statement = { text: 'COMMIT', ...(waitMs !== undefined && { query_timeout: waitMs }) }
      const { command } = await translated(this.client.query(statement))
      if (command !== 'COMMIT') throw new Error(`PostgreSQL answered COMMIT with ${command}`)
    } finally {
      this.client.off('notice', note)
    }
    // PostgreSQL answers such a COMMIT as any other, since it is stored on this server.
    if (warnings.length > 0) throw new UnconfirmedCommit(warnings.join('; '))
  }

  /**
   * Finds the outcome of a transaction. Committed is one that standbys have too, where they have to confirm commits: the
   * commit of this question comes after it in the log. A server that was promoted since cannot know it, and may have given
   * the number to another transaction.
   *
   * @returns undefined while the outcome is open
   * @throws UnconfirmedCommit; ConnectionLost without an answer in time
   */
  async outcomeOf({ id, timeline }: TransactionPlace, waitMs: number): Promise<Outcome | undefined> {
    await this.script('BEGIN')
    const row = await this.get<{ status: string | null; timeline: string }>(
      `SELECT pg_xact_status(CAST(? AS xid8)) AS status, ${TIMELINE} AS timeline,
         pg_logical_emit_message(true, 'merchantpay', 'outcome') AS logged`,
      id,
    )
    await this.commit(Math.ceil(waitMs))
    if (row?.timeline !== timeline) return 'unknown'
    return row.status === 'committed' || row.status === 'aborted' ? row.status : undefined
  }

  private query(text: string, values: readonly SqlValue[]): Promise<pg.QueryResult<unknown[]>> {
    return translated(this.client.query({ ...this.statements.named(text), values: values.map(toBound) }))
  }
}

async function translated<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    throw translate(error)
  }
}
