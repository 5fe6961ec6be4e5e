import type { Sql, SqlValue } from './sql.js'

/** A unit of work broke the rules of its transaction: a bug of ours. */
export class TransactionMisuse extends Error {
  override readonly name = 'UnitMisuse'
}

/**
 * One unit's way to its connection, for as long as the unit lasts. A unit awaits nothing but its own statements, so that
 * it can run again and holds up nobody: with no statement under way and no end in sight at the next turn of the event
 * loop, it is given up. After a failed statement nothing more of the unit reaches the database.
 */
export class TransactionGuard implements Sql {
  private failed: { readonly error: unknown } | undefined
  private underWay = 0
  private isOver = false
  private watch: NodeJS.Immediate | undefined
  private giveUp: (error: TransactionMisuse) => void = () => undefined

  constructor(private readonly sql: Sql) {}

  /** What the first failing statement answered, whether or not the unit told. */
  get failure(): unknown {
    return this.failed?.error
  }

  get<Row>(text: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.call(() => this.sql.get<Row>(text, ...values))
  }

  all<Row>(text: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.call(() => this.sql.all<Row>(text, ...values))
  }

  run(text: string, ...values: SqlValue[]): Promise<number> {
    return this.call(() => this.sql.run(text, ...values))
  }

  /** Runs the work to its end. @throws what it threw, or the error of a statement that it swallowed */
  async finish<Result>(work: () => Promise<Result>): Promise<Result> {
    const strayed = new Promise<never>((_, reject) => {
      this.giveUp = reject
    })
    this.look()
    try {
      const result = await Promise.race([work(), strayed])
      if (this.failed) throw this.failed.error
      return result
    } finally {
      this.isOver = true
      clearImmediate(this.watch)
    }
  }

  private async call<Result>(statement: () => Promise<Result>): Promise<Result> {
    if (this.isOver) throw new TransactionMisuse('a transaction was used after its end')
    if (this.failed) throw this.failed.error
    this.underWay += 1
    try {
      return await statement()
    } catch (error) {
      this.failed ??= { error }
      throw error
    } finally {
      this.underWay -= 1
      if (!this.isOver) this.look()
    }
  }

  private look(): void {
    this.watch ??= setImmediate(() => {
      this.watch = undefined
      if (this.underWay === 0) this.giveUp(new TransactionMisuse('a transaction waited for something else'))
    })
  }
}
