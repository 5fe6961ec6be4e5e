import { closeSync, openSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'

/** Overwrites the root page of a table in a SQLite file. */
export function damage(file: string, table: string): void {
  const db = new Database(file)
  db.pragma('wal_checkpoint(TRUNCATE)')
  const page = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table)
  const size = Number(db.pragma('page_size', { simple: true }))
  db.close()
  const bytes = openSync(file, 'r+')
  writeSync(bytes, Buffer.alloc(size, 0xff), 0, size, (Number(page) - 1) * size)
  closeSync(bytes)
}
