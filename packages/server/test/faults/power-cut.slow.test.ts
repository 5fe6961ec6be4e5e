import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SqliteConnection } from '../../src/storage/sqlite/sqlite-connection.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, ORDER } from '../support/server/harness.js'

/** Copies the files as a power cut would leave them: the writes of SQLite, without its shared memory. */
function snapshot(from: string, to: string): string {
  mkdirSync(to, { recursive: true })
  for (const name of ['books.db', 'books.db-wal']) {
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name))
  }
  return join(to, 'books.db')
}

describe('when the power fails right after an answer', () => {
  it('every acknowledged order is stored, and the ledger balances', async () => {
    const harness = await Harness.start({}, { engine: 'sqlite' })
    const keys = await harness.register()
    const elsewhere = temporaryFolder()
    const cuts: { file: string; answered: string[] }[] = []
    const answered: string[] = []
    const createAndCut = async () => {
      for (let n = 0; n < 10; n += 1) {
        const { status, json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
        expect(status).toBe(201)
        answered.push(json.id)
        const file = snapshot(harness.folder, join(elsewhere, `${cuts.length}`))
        cuts.push({ file, answered: [...answered] })
      }
    }
    await Promise.all([createAndCut(), createAndCut(), createAndCut()])
    expect(cuts).toHaveLength(30)
    for (const cut of cuts) {
      const db = new Database(cut.file)
      const found = new Set(db.prepare('SELECT id FROM orders').pluck().all())
      const lost = cut.answered.filter((id) => !found.has(id))
      expect([db.pragma('integrity_check', { simple: true }), lost]).toEqual(['ok', []])
      db.close()
    }
  })

  it('SQLite has written to disk: its durability settings are in force', async () => {
    const writer = SqliteConnection.openWriter(join(temporaryFolder(), 'books.db'))
    onTestFinished(() => writer.close())
    const inForce: unknown[] = []
    for (const name of ['journal_mode', 'synchronous', 'fullfsync', 'foreign_keys', 'journal_size_limit']) {
      inForce.push(Object.values((await writer.get<object>(`PRAGMA ${name}`)) ?? {})[0])
    }
    expect(inForce).toEqual(['wal', 2n, 1n, 1n, 67_108_864n])
  })
})
