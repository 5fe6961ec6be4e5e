import { copyFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { openStore } from '../../src/storage/open.js'
import { START } from '../support/domain/context.js'
import { temporaryFolder } from '../support/server/folder.js'
import { openOn } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

const COMMITS = 40
/** Together more pages than SQLite leaves in the WAL by itself. */
const NAME = 'x'.repeat(200_000)

it('MERCHANTPAY_SQLITE_REPLICATED leaves every checkpoint to another program', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'ledger.db')
  const env = { MERCHANTPAY_DATABASE_URL: `file:${file}`, MERCHANTPAY_SQLITE_REPLICATED: '1' }
  const { database } = readConfig(env)
  const silent = () => undefined
  const open = () => openStore({ database, now: START, onCommit: silent, onDamage: silent })
  await (await open()).close()
  const before = readFileSync(file)
  const store = await open()
  for (let commit = 0; commit < COMMITS; commit += 1)
    await store.write((tx) => tx.merchants.insert({ ...merchant(`shop-${commit}`), name: NAME }))
  await store.close()
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(COMMITS * NAME.length)

  const copy = join(temporaryFolder(), 'ledger.db')
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, copy + suffix)
  const restored = await openOn({ engine: 'sqlite', file: copy })
  expect(await restored.read((tx) => tx.merchants.find(`shop-${COMMITS - 1}`))).toMatchObject({ name: NAME })
})
