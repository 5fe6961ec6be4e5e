import type { DedupeStore } from './store.js'

/** An open database: a `Database` of better-sqlite3, or a `DatabaseSync` of node:sqlite. */
export interface SqliteDatabase {
  exec(sql: string): unknown
  prepare(sql: string): {
    run(...parameters: (string | number)[]): { changes: number | bigint }
    get(...parameters: (string | number)[]): unknown
  }
}

/** Options of the store in SQLite. */
export interface SqliteDedupeOptions {
  /** The name of the store's table, which is created when it is missing. Default: `merchantpay_webhooks`. */
  table?: string | undefined
  /** Returns the time, in epoch milliseconds. Default: `Date.now`. Processes that share a file need clocks within about a second. */
  clock?: (() => number) | undefined
}

/** Twice as many as a claim adds, so that the number of expired keys decreases. */
const PURGED_PER_CLAIM = 2

/**
 * Makes a store in a table of an SQLite database. It remembers over restarts and is shared between the processes of one
 * machine. Its writes join a transaction that is open on the connection: give the store a connection of its own when
 * handlers await while they have one open.
 *
 * @throws TypeError for a table name with other characters than letters, digits and underscores; the database's own error
 *   when the table cannot be created
 * @example
 * ```ts
 * import { createReceiver } from '@merchantpay/webhook-verify'
 * import { sqliteDedupe } from '@merchantpay/webhook-verify/dedupe/sqlite'
 * import Database from 'better-sqlite3'
 *
 * const dedupe = sqliteDedupe(new Database(':memory:'))
 * const receiver = createReceiver({
 *   secrets: 'whsec_example',
 *   dedupe,
 *   on: { 'payment.confirmed': async (event) => console.log('fulfil', event.data.order_id) },
 * })
 * console.log((await receiver.handle('{}', {})).body) // {"error":"missing_header"}
 * ```
 */
export function sqliteDedupe(
  database: SqliteDatabase,
  { table = 'merchantpay_webhooks', clock = Date.now }: SqliteDedupeOptions = {},
): DedupeStore {
  if (!/^[a-z_]\w*$/i.test(table)) throw new TypeError('table is not a plain name')
  // A row without an owner is done.
  database.exec(`
    CREATE TABLE IF NOT EXISTS ${table} (
      key TEXT PRIMARY KEY,
      owner TEXT,
      ends_at INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS ${table}_ends_at ON ${table} (ends_at);
  `)
  const claim = database.prepare(`
    INSERT INTO ${table} (key, owner, ends_at) VALUES (?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, ends_at = excluded.ends_at
    WHERE ends_at <= ?`)
  const find = database.prepare(`SELECT owner FROM ${table} WHERE key = ?`)
  const renew = database.prepare(
    `UPDATE ${table} SET ends_at = ? WHERE key = ? AND owner = ? AND ends_at > ?`,
  )
  const done = database.prepare(`
    INSERT INTO ${table} (key, owner, ends_at) VALUES (?, NULL, ?)
    ON CONFLICT (key) DO UPDATE SET owner = NULL, ends_at = excluded.ends_at
    WHERE owner = ? OR ends_at <= ?`)
  const release = database.prepare(`DELETE FROM ${table} WHERE key = ? AND owner = ?`)
  const purge = database.prepare(`
    DELETE FROM ${table} WHERE key IN
    (SELECT key FROM ${table} WHERE ends_at <= ? ORDER BY ends_at LIMIT ${PURGED_PER_CLAIM})`)

  return {
    async claim(key, owner, leaseMs) {
      const now = clock()
      if (claim.run(key, owner, now + leaseMs, now).changes) {
        purge.run(now)
        return 'claimed'
      }
      const row = find.get(key) as { owner: string | null } | undefined // as the statement selects it
      if (row?.owner === owner) return 'claimed'
      return row?.owner === null ? 'done' : 'busy'
    },
    async renew(key, owner, leaseMs) {
      const now = clock()
      return Boolean(renew.run(now + leaseMs, key, owner, now).changes)
    },
    async done(key, owner, ttlMs) {
      const now = clock()
      return Boolean(done.run(key, now + ttlMs, owner, now).changes)
    },
    async release(key, owner) {
      release.run(key, owner)
    },
  }
}
