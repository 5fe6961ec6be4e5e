import { expect, it } from 'vitest'
import { listTables } from '../../src/storage/backup/database-facts.js'
import { restorePostgres } from '../../src/storage/backup/postgres-restore.js'
import { findBackup } from '../../src/storage/backup/restore.js'
import { withConnection } from '../../src/storage/postgres/postgres-migrations.js'
import { markRestore } from '../../src/storage/postgres/unfinished-restore.js'
import { inspectFile } from '../../src/storage/sqlite/sqlite-copy.js'
import { backUp } from '../support/backup/restores.js'
import { START } from '../support/domain/context.js'
import { expectBalancedIn } from '../support/ledger/balance-assertions.js'
import { Harness, ORDER } from '../support/server/harness.js'
import { newLocation, openOn } from '../support/storage/engines.js'
import { fund, withdraw } from '../support/withdrawals/withdrawals.js'

const options = { at: START, complete: async () => undefined }

async function emptyDatabase() {
  const location = await newLocation('postgres')
  if (location.engine !== 'postgres') throw new Error('not PostgreSQL')
  return location
}

/** A server with an order that was paid, one that was not, a withdrawal, and webhooks without a receiver. */
async function busyHarness(): Promise<Harness> {
  const harness = await Harness.start({}, { engine: 'sqlite' })
  const keys = await harness.register()
  const body = { url: 'https://books.example/hook', events: ['payment.confirmed', 'withdrawal.completed'] }
  await harness.call('POST', '/v1/webhooks', { keys, body })
  await harness.call('POST', '/v1/orders', { keys, body: ORDER })
  await fund(harness, keys, '100')
  await withdraw(harness, keys)
  await harness.pass(10_000)
  return harness
}

it('a SQLite backup becomes a PostgreSQL database with the same rows', async () => {
  const harness = await busyHarness()
  if (harness.database.engine !== 'sqlite') throw new Error('not SQLite')
  const { path, manifest } = await backUp(harness.database.file)
  const location = await emptyDatabase()
  await restorePostgres(findBackup(path), location.url, options)
  const filled = Object.keys(manifest.rows).filter((table) => manifest.rows[table] !== 0)
  expect(filled.length).toBeGreaterThan(20)
  await inspectFile(path, (from) =>
    withConnection(location.url, async (to) => {
      for (const table of await listTables(from, 'sqlite')) {
        const text = `SELECT * FROM ${table}`
        const [before, after] = [await from.all<object>(text), await to.all<object>(text)]
        const written = (rows: object[]) =>
          rows.map((row) => Object.values(row).map(String).toSorted().join('|')).toSorted()
        if (table !== 'migrations') expect([table, ...written(after)]).toEqual([table, ...written(before)])
      }
    }),
  )
  await expectBalancedIn(location)
  await expect(restorePostgres(findBackup(path), location.url, options)).rejects.toThrow(
    /^the database has the table \w+: create a new, empty database$/,
  )
})

it('a restore that did not finish keeps servers from starting, and is begun anew in an empty database', async () => {
  const harness = await Harness.start({}, { engine: 'sqlite' })
  if (harness.database.engine !== 'sqlite') throw new Error('not SQLite')
  const { path } = await backUp(harness.database.file)
  const backup = findBackup(path)
  const marked = await emptyDatabase()
  await withConnection(marked.url, markRestore)
  await expect(openOn(marked)).rejects.toThrow('a restore into this database has not finished')
  await restorePostgres(backup, marked.url, options)
  await openOn(marked)

  const half = await emptyDatabase()
  const dies = async () => {
    throw new Error('killed')
  }
  await expect(restorePostgres(backup, half.url, { ...options, complete: dies })).rejects.toThrow('killed')
  await expect(openOn(half)).rejects.toThrow('a restore into this database has not finished')
  await expect(restorePostgres(backup, half.url, options)).rejects.toThrow('create a new, empty database')
})

it('refuses while a server uses the database', async () => {
  const harness = await Harness.start({}, { engine: 'sqlite' })
  if (harness.database.engine !== 'sqlite') throw new Error('not SQLite')
  const { path } = await backUp(harness.database.file)
  const location = await emptyDatabase()
  const store = await openOn(location)
  await store.read((tx) => tx.backups.findLast())
  await expect(restorePostgres(findBackup(path), location.url, options)).rejects.toThrow(
    'a server uses the database: stop it first',
  )
})
