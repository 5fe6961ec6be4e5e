import type { Columns, Sql, SqlValue, Statement } from './sql.js'

/** A unit of work broke the rules of its transaction: a bug in this server. */
export class TransactionMisuse extends Error {
  override readonly name = 'TransactionMisuse'
}

/**
 * Passes the statements of one unit of work to its connection until the work ends. A unit of work awaits only its own
 * statements, so that it can run again and does not delay others: it is aborted when a turn of the event loop passes while
 * it has not ended and runs no statement. After a failed statement no further one reaches the database.
 */
export class TransactionGuard implements Sql {
  private failed: { readonly error: unknown } | undefined
  private running = 0
  private isOver = false
  private check: NodeJS.Immediate | undefined
  private abort: (error: TransactionMisuse) => void = () => undefined
  /** Settled once the statement that was called last has ended. */
  private last: Promise<unknown> = Promise.resolve()

  /**
   * @param order `together` for a database that runs nothing more of a transaction after a statement that failed. Otherwise a
   * statement that was called together with the failed one could run after the rollback, on its own.
   */
  constructor(
    private readonly sql: Sql,
    private readonly order: 'one by one' | 'together',
  ) {}

  /** The error of the first statement that failed, even if the unit of work caught it. */
  get failure(): unknown {
    return this.failed?.error
  }

  get<Row extends Columns<Row>>(text: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.call(() => this.sql.get<Row>(text, ...values))
  }

  all<Row extends Columns<Row>>(text: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.call(() => this.sql.all<Row>(text, ...values))
  }

  run(text: string, ...values: SqlValue[]): Promise<number> {
    return this.call(() => this.sql.run(text, ...values))
  }

  insertAll(statements: readonly Statement[]): Promise<void> {
    return this.call(() => this.sql.insertAll(statements))
  }

  /** Runs the work to its end. @throws the error of the work, or the error of a statement that the work caught */
  async finish<Result>(work: () => Promise<Result>): Promise<Result> {
    const aborted = new Promise<never>((_, reject) => {
      this.abort = reject
    })
    this.scheduleCheck()
    try {
      const result = await Promise.race([work(), aborted])
      if (this.failed) throw this.failed.error
      return result
    } finally {
      this.isOver = true
      clearImmediate(this.check)
    }
  }

  /** The transaction reports an error also where the work did not wait for the answer, because it failed before. */
  private call<Result>(statement: () => Promise<Result>): Promise<Result> {
    const answer =
      this.order === 'together' ? this.answerOf(statement) : this.last.then(() => this.answerOf(statement))
    this.last = answer.catch(() => undefined)
    return answer
  }

  private async answerOf<Result>(statement: () => Promise<Result>): Promise<Result> {
    if (this.isOver) throw new TransactionMisuse('a transaction was used after its unit of work ended')
    if (this.failed) throw this.failed.error
    this.running += 1
    try {
      return await statement()
    } catch (error) {
      this.failed ??= { error }
      throw error
    } finally {
      this.running -= 1
      if (!this.isOver) this.scheduleCheck()
    }
  }

  private scheduleCheck(): void {
    this.check ??= setImmediate(() => {
      this.check = undefined
      if (this.running === 0) {
        this.abort(new TransactionMisuse('a unit of work awaited something other than its statements'))
      }
    })
  }
}
