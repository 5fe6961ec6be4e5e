import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { beginRecovery } from '../../src/domain/recovery/recoveries.js'
import { backUpBeforeMigration } from '../../src/storage/backup/backup.js'
import { describeFile } from '../../src/storage/backup/backup-folder.js'
import { type DatabaseLocation, lockForServer, migrateDatabase } from '../../src/storage/open.js'
import { backUp, restoreTo } from '../support/backup/restores.js'
import { contextAt, handClock, START } from '../support/domain/context.js'
import { temporaryFolder } from '../support/server/folder.js'
import { openFile, openOn, sideOf } from '../support/storage/engines.js'
import { migrateBelow } from '../support/storage/migrate-below.js'
import { merchant } from '../support/storage/store-rows.js'

const sqlite = (file: string): DatabaseLocation => ({ engine: 'sqlite', file })
const newFile = () => join(temporaryFolder(), 'ledger.db')

async function madeBackup() {
  const { file, store } = await openFile()
  await store.write((tx) => tx.merchants.insert(merchant('ada')))
  return backUp(file)
}

/** Changes the manifest of a backup as text. */
function rewrite(path: string, from: string | RegExp, to: string): void {
  const manifest = path.replace(/db$/, 'json')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(from, to))
}

describe('a restore of a SQLite backup', () => {
  it('has the rows of the backup, and is recovering from its first moment on', async () => {
    const { path, manifest } = await madeBackup()
    const about = {
      cause: 'restore',
      reason: 'the disk is gone',
      backupAt: manifest.createdAt,
      chains: [{ environment: 'live', network: 'ERC20' }],
      skip: 10,
      actor: 'ada',
    } as const
    const file = await restoreTo(path, newFile(), async (tx) => {
      await beginRecovery(tx, contextAt(handClock()), about)
    })
    const store = await openOn(sqlite(file))
    expect(await store.read((tx) => tx.merchants.find('ada'))).toMatchObject({ id: 'ada' })
    expect(await store.read((tx) => tx.recoveries.findOpen())).toMatchObject({ backupAt: manifest.createdAt })
    expect(
      await store.read((tx) => tx.recoveries.countSkipped({ environment: 'live', network: 'ERC20' })),
    ).toMatchObject({ count: 10 })
  })

  it('takes the manifest for the file', async () => {
    const { path } = await madeBackup()
    expect(existsSync(await restoreTo(path.replace(/db$/, 'json')))).toBe(true)
  })

  it('brings a database of an older version to this one', async () => {
    const file = newFile()
    await migrateBelow('0039', sqlite(file))
    const { path } = await backUpBeforeMigration(file, START)
    const store = await openOn(sqlite(await restoreTo(path)))
    expect(await store.read((tx) => tx.backups.findLast())).toBeUndefined()
  })

  it('leaves no database when it is interrupted, and can be repeated', async () => {
    const { path } = await madeBackup()
    const file = newFile()
    const dies = async () => {
      throw new Error('killed')
    }
    await expect(restoreTo(path, file, dies)).rejects.toThrow('killed')
    expect(existsSync(file)).toBe(false)
    await restoreTo(path, file)
    expect(readdirSync(dirname(file)).toSorted()).toEqual(['ledger.db', 'ledger.db-server-lock'])
  })

  it.each(['', '-wal', '-journal'])(
    'refuses a folder with a file of a database: ledger.db%s',
    async (suffix) => {
      const { path } = await madeBackup()
      const file = newFile()
      writeFileSync(`${file}${suffix}`, '')
      await expect(restoreTo(path, file)).rejects.toThrow(`${file}${suffix} exists: move it away`)
    },
  )

  it('refuses while a server runs', async () => {
    const { path } = await madeBackup()
    const file = newFile()
    const unlock = await lockForServer(sqlite(file))
    await expect(restoreTo(path, file)).rejects.toThrow(`a server runs on ${file}: stop it first`)
    unlock()
    await restoreTo(path, file)
  })

  it('refuses a file that was changed, cut or replaced', async () => {
    const { path } = await madeBackup()
    rewrite(path, /"sha256": "./, '"sha256": "x')
    await expect(restoreTo(path)).rejects.toThrow(/was changed: its SHA-256 is /)
    appendFileSync(path, 'x')
    await expect(restoreTo(path)).rejects.toThrow(/ has \d+ bytes, and its manifest says \d+/)
  })

  it('refuses a backup without a manifest of its own', async () => {
    const [one, two] = [await madeBackup(), await madeBackup()]
    const manifest = one.path.replace(/db$/, 'json')
    rewrite(one.path, one.manifest.file.name, two.manifest.file.name)
    await expect(restoreTo(one.path)).rejects.toThrow(/^there is no .*, which the manifest describes$/)
    writeFileSync(manifest, '{"format": "another"}')
    await expect(restoreTo(one.path)).rejects.toThrow(
      'is not the manifest of a backup that this version can read',
    )
    rmSync(manifest)
    await expect(restoreTo(one.path)).rejects.toThrow(`the manifest ${manifest} cannot be read`)
    rewrite(two.path, two.manifest.file.name, `../${two.manifest.file.name}`)
    await expect(restoreTo(two.path)).rejects.toThrow('is not the manifest of a backup')
  })

  it('refuses a database of a newer version', async () => {
    const { path } = await madeBackup()
    rewrite(path, '"migrations": {', '"migrations": { "9999-of-the-future.sql": "1",')
    await expect(restoreTo(path)).rejects.toThrow(
      'the database has migration 9999-of-the-future.sql, which this version does not know',
    )
  })

  it('refuses a ledger that is violated', async () => {
    const { path } = await madeBackup()
    const db = new Database(path)
    db.exec(`INSERT INTO ledger_accounts (id, environment, owner, code, normal, balance)
      VALUES ('test/platform/fees', 'test', 'platform', 'fees', 'credit', 7)`)
    db.close()
    const { bytes, sha256 } = await describeFile(path)
    rewrite(path, /"bytes": \d+,\s+"sha256": "\w+"/, `"bytes": ${bytes}, "sha256": "${sha256}"`)
    await expect(restoreTo(path)).rejects.toThrow(/^the ledger in it is violated: /)
  })
})

describe('before a migration', () => {
  it('a SQLite file is backed up beside it, and three of these backups are kept', async () => {
    const file = newFile()
    await migrateBelow('0040', sqlite(file))
    expect(await migrateDatabase(sqlite(file), START)).not.toEqual([])
    const backups = join(dirname(file), 'backups')
    expect(readdirSync(backups)).toEqual([
      'ledger-before-migration-20260101T000000.000Z.db',
      'ledger-before-migration-20260101T000000.000Z.json',
    ])
    await migrateDatabase(sqlite(file), START)
    expect(readdirSync(backups)).toHaveLength(2)
    for (let day = 1; day <= 4; day += 1) {
      const side = await sideOf(sqlite(file))
      await side.script(
        "DELETE FROM migrations WHERE name LIKE '0040%'; DROP TABLE wallets; DROP TABLE backups;",
      )
      await migrateDatabase(sqlite(file), START + day)
    }
    expect(readdirSync(backups)).toHaveLength(6)
  })

  it('a new file is not backed up', async () => {
    const { file } = await openFile()
    expect(existsSync(join(dirname(file), 'backups'))).toBe(false)
  })

  it('nothing is migrated when the backup fails', async () => {
    const file = newFile()
    await migrateBelow('0040', sqlite(file))
    writeFileSync(join(dirname(file), 'backups'), 'no folder')
    await expect(migrateDatabase(sqlite(file), START)).rejects.toThrow(
      /^nothing was migrated, because the backup before it failed: /,
    )
    const side = await sideOf(sqlite(file))
    expect(await side.value("SELECT COUNT(*) FROM migrations WHERE name LIKE '0040%'")).toBe(0)
  })
})
