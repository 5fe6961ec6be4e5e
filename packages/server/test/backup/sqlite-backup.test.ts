import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { backUpFile } from '../../src/storage/backup/backup.js'
import { readManifest } from '../../src/storage/backup/manifest.js'
import { backUp } from '../support/backup/restores.js'
import { temporaryFolder } from '../support/server/folder.js'
import { openFile } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

const OWNER_ONLY = 0o600
const modeOf = (path: string) => statSync(path).mode & 0o777
const manifestOf = (path: string) => path.replace(/db$/, 'json')

function merchantsIn(file: string): unknown {
  const db = new Database(file, { readonly: true })
  try {
    return db.prepare('SELECT id FROM merchants ORDER BY id').pluck().all()
  } finally {
    db.close()
  }
}

describe('a backup of a SQLite file', () => {
  it('has every committed row, and a manifest that describes it', async () => {
    const { file, store } = await openFile()
    await store.write((tx) => tx.merchants.insert(merchant('ada')))
    const { path, manifest } = await backUp(file)
    await store.write((tx) => tx.merchants.insert(merchant('too-late')))
    expect(merchantsIn(path)).toEqual(['ada'])
    expect(readManifest(manifestOf(path))).toEqual({ format: 'merchantpay-backup', version: 1, ...manifest })
    expect(manifest).toMatchObject({
      engine: 'sqlite',
      database: file,
      isLedgerProven: true,
      rows: { merchants: 1 },
    })
    expect([modeOf(path), modeOf(manifestOf(path))]).toEqual([OWNER_ONLY, OWNER_ONLY])
    expect(readdirSync(join(path, '..'))).toHaveLength(2)
  })

  it('a backup of a SQLite file that fails leaves nothing, and the database goes on', async () => {
    const { file, store } = await openFile()
    const db = new Database(file)
    db.exec(`INSERT INTO ledger_accounts (id, environment, owner, code, normal, balance)
      VALUES ('test/platform/fees', 'test', 'platform', 'fees', 'credit', 7)`)
    db.close()
    const folder = temporaryFolder()
    await expect(backUp(file, folder)).rejects.toThrow(/^the ledger in it is violated: /)
    expect(readdirSync(folder)).toEqual([])
    await store.write((tx) => tx.merchants.insert(merchant('ada')))
  })

  it('removes what a dead run left, and no other file', async () => {
    const { file } = await openFile()
    const folder = temporaryFolder()
    const left = ['ledger-20260101T000000.000Z.db.partial', 'ledger-20260101T000000.000Z.json.partial']
    const others = ['notes.txt', 'ledger-old.db.partial', 'other-20260101T000000.000Z.db.partial']
    for (const name of [...left, ...others]) writeFileSync(join(folder, name), '')
    const { path } = await backUp(file, folder)
    const names = readdirSync(folder).map((name) => join(folder, name))
    expect(names.toSorted()).toEqual(
      [path, manifestOf(path), ...others.map((name) => join(folder, name))].toSorted(),
    )
  })

  it('keeps the newest ones of its database with `--keep`, and those of others', async () => {
    const folder = temporaryFolder()
    const [one, other] = [await openFile(), await openFile()]
    const foreign = await backUp(other.file, folder)
    const made = []
    for (let count = 0; count < 4; count += 1) made.push(await backUp(one.file, folder, 2))
    expect(made.map(({ deleted }) => deleted.length)).toEqual([0, 0, 1, 1])
    expect(made.map(({ path }) => existsSync(path))).toEqual([false, false, true, true])
    expect(existsSync(foreign.path)).toBe(true)
    expect(readdirSync(folder)).toHaveLength(6)
  })

  it('stays after it was made, also by a clock that was set back', async () => {
    const folder = temporaryFolder()
    const { file } = await openFile()
    const later = await backUp(file, folder)
    const about = { folder, at: later.manifest.createdAt - 3_600_000, masterKey: 'a key', keep: 1 }
    const { path, deleted } = await backUpFile(file, about)
    expect([existsSync(path), deleted]).toEqual([true, [later.path]])
  })

  it('is made by one process at a time', async () => {
    const { file } = await openFile()
    const lock = new Database(`${file}-backup-lock`)
    lock.exec('BEGIN EXCLUSIVE')
    await expect(backUp(file)).rejects.toThrow(`another backup of ${file} runs`)
    lock.close()
    await backUp(file)
  })
})
