import Database from 'better-sqlite3'
import { sized } from '../lib/sized.js'

const ADDRESSES = sized(100_000)

/** The id of each copy, so that a bench can read any of them. */
export const copyId = (number: number): string => `${number.toString(16).padStart(8, '0')}${ID_END}`
const ID_END = '-0000-7000-8000-000000000000'
const idOf = (number: string): string => `printf('%08x${ID_END}', ${number})`

interface Copies {
  readonly table: string
  /** SQL that selects the row to copy by the order's id. */
  readonly by: string
  readonly count: number
  /** SQL of the columns that differ from the copied row. The others keep their values. */
  readonly differing: Readonly<Record<string, string>>
}

/**
 * Copies the order until the database has `count` orders: all of one merchant, expired, each with an idempotency key. They
 * share 100,000 addresses whose cool-down is over, so that a new order finds one, as in a shop that has run for a while.
 */
export function copyOrders(file: string, orderId: string, count: number): void {
  const db = new Database(file, { timeout: 5_000 })
  const copies: Copies[] = [
    {
      table: 'addresses',
      by: 'id = (SELECT address_id FROM orders WHERE id = ?)',
      count: ADDRESSES,
      differing: {
        id: idOf('number'),
        derivation_index: 'number + 1',
        address: "printf('T%033d', number)",
        free_at: 'number',
      },
    },
    {
      table: 'orders',
      by: 'id = ?',
      count,
      differing: {
        id: idOf('number'),
        order_number: "printf('ord_%012d', number)",
        checkout_token: "printf('%022d', number)",
        status: "'EXPIRED'",
        address_id: idOf(`(number - 1) % ${ADDRESSES} + 1`),
        created_at: 'created_at - number',
      },
    },
    {
      table: 'address_leases',
      by: 'order_id = ?',
      count,
      differing: {
        order_id: idOf('number'),
        address_id: idOf(`(number - 1) % ${ADDRESSES} + 1`),
        released_at: 'from_at',
        until_at: 'from_at',
      },
    },
    {
      table: 'idempotency_keys',
      by: 'resource_id = ?',
      count,
      differing: { key: "printf('copy-%d', number)", resource_id: idOf('number') },
    },
  ]
  try {
    db.pragma('synchronous = OFF') // for this connection alone
    db.transaction(() => {
      for (const rows of copies) copyRow(db, orderId, rows)
      db.prepare("UPDATE list_counts SET total = total + ? WHERE list LIKE 'orders/%'").run(count)
      // Each of the 16 rows gives every 16th index.
      db.prepare('UPDATE address_indexes SET next_index = next_index + ?').run(Math.ceil(ADDRESSES / 16) * 16)
      db.prepare('UPDATE merchant_addresses SET total = total + ?').run(ADDRESSES)
    }).immediate() // a read that turns into a write would not wait for the server
    db.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.close()
  }
}

function copyRow(db: Database.Database, orderId: string, { table, by, count, differing }: Copies): void {
  const columns = db.prepare<[], string>(`SELECT name FROM pragma_table_info('${table}')`).pluck().all()
  const values = columns.map((column) => differing[column] ?? column)
  db.prepare(
    `INSERT INTO ${table} (${columns.join(', ')})
     WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)
     SELECT ${values.join(', ')} FROM numbers, (SELECT * FROM ${table} WHERE ${by})`,
  ).run(count, orderId)
}
