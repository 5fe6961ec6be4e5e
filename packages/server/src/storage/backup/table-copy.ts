import { OperatorError } from '../../domain/shared/operator-error.js'
import { inBatches, placeholders, rowPlaceholders, type Sql, type StoredValue } from '../sql.js'
import { listTables, quoted } from './database-facts.js'

/** Rows read at once. */
const PAGE = 500
/** The rows of the target, which its own migrations wrote. */
const KEPT = 'migrations'

/** Copies all rows of a SQLite database of this version into a PostgreSQL database of this version. */
export async function copyTables(from: Sql, to: Sql): Promise<void> {
  const tables = (await listTables(from, 'sqlite')).filter((table) => table !== KEPT)
  const ordered = inOrder(tables, await referencesOf(to))
  // Migrations insert some rows, which the backup has too.
  for (const table of ordered.toReversed()) await to.run(`DELETE FROM ${quoted(table)}`)
  for (const table of ordered) await copyTable(from, to, table)
}

async function copyTable(from: Sql, to: Sql, table: string): Promise<void> {
  const name = quoted(table)
  const columns = await from.all<{ name: string }>(
    'SELECT name FROM pragma_table_info(?) ORDER BY cid',
    table,
  )
  const list = columns.map((column) => quoted(column.name)).join(', ')
  const row = `(${placeholders(columns.length)})`
  // By insertion: a row may refer to an earlier one of its table.
  for (let after = -1n; ; ) {
    const page = await from.all<Record<string, StoredValue> & { copied_row: bigint }>(
      `SELECT rowid AS copied_row, ${list} FROM ${name} WHERE rowid > ? ORDER BY rowid LIMIT ?`,
      after,
      PAGE,
    )
    for (const batch of inBatches(page)) {
      const values = batch.flatMap((each) => columns.map((column) => each[column.name] ?? null))
      await to.run(`INSERT INTO ${name} (${list}) VALUES ${rowPlaceholders(batch.length, row)}`, ...values)
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.copied_row
  }
}

interface Reference {
  readonly child: string
  readonly parent: string
}

/** Lists the foreign keys between two tables. */
const referencesOf = (sql: Sql): Promise<Reference[]> =>
  sql.all<Reference>(
    `SELECT child.relname AS child, parent.relname AS parent
     FROM pg_constraint JOIN pg_class AS child ON child.oid = conrelid JOIN pg_class AS parent ON parent.oid = confrelid
     WHERE contype = 'f' AND conrelid <> confrelid`,
  )

/** Puts each table after those that it refers to. */
function inOrder(tables: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = []
  let left = [...tables]
  while (left.length > 0) {
    const isFree = (table: string) =>
      !references.some(({ child, parent }) => child === table && left.includes(parent))
    const free = left.filter(isFree)
    if (free.length === 0) throw new OperatorError(`the tables ${left.join(', ')} refer to each other`)
    ordered.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return ordered
}
