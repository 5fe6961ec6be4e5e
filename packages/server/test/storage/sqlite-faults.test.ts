/** The cases of the storage contract about a single file and about group commit. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Unavailable } from '../../src/domain/store/store.js'
import { migrateDatabase } from '../../src/storage/open.js'
import { SqliteStore } from '../../src/storage/sqlite/sqlite.js'
import { SqliteConnection } from '../../src/storage/sqlite/sqlite-connection.js'
import { START } from '../support/domain/context.js'
import { temporaryFolder } from '../support/server/folder.js'
import { damage } from '../support/storage/damage.js'
import { openDatabase, openOn } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

/** Opens a store and gives the test its writing connection too. */
async function openHeld(maxPerCommit = 256) {
  const file = join(temporaryFolder(), 'books.db')
  await migrateDatabase({ engine: 'sqlite', file }, START)
  const [writer, reader] = [SqliteConnection.openWriter(file), SqliteConnection.openReader(file)]
  const rival = new Database(file, { timeout: 0 })
  const commits: unknown[] = []
  const store = new SqliteStore({
    file,
    writer,
    reader,
    maxPerCommit,
    // The number changes at each commit of another connection.
    onCommit: () => commits.push(rival.pragma('data_version', { simple: true })),
    onDamage: () => undefined,
  })
  onTestFinished(async () => {
    await store.close()
    rival.close()
  })
  return { file, store, writer, rival, commits }
}

const insert = (store: SqliteStore, id: string, name = 'Shop') =>
  store.write((tx) => tx.merchants.insert({ ...merchant(id), name }))
const insertMany = (store: SqliteStore, count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => insert(store, `shop-${n}`)))

/** A batch also ends after 25 ms, in which a busy machine may run only a few units of work. */
const freezeTime = () => void vi.spyOn(performance, 'now').mockReturnValue(performance.now())

describe('writes that arrive together', () => {
  it('share one commit', async () => {
    const { store, commits } = await openHeld()
    freezeTime()
    await insertMany(store, 100)
    expect([commits.length, new Set(commits).size]).toEqual([100, 1])
  })

  it('have one commit each with a batch limit of one', async () => {
    const { store, commits } = await openHeld(1)
    await insertMany(store, 100)
    expect([commits.length, new Set(commits).size]).toEqual([100, 100])
  })

  it('share a commit among at most 256', async () => {
    const { store, commits } = await openHeld()
    await insertMany(store, 600)
    const sizes = [...new Set(commits)].map((commit) => commits.filter((other) => other === commit).length)
    expect(sizes.reduce((sum, size) => sum + size)).toBe(600)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256)
  })

  it('run after those of workers', async () => {
    const { store, rival } = await openHeld()
    rival.exec('BEGIN IMMEDIATE')
    const order: string[] = []
    const note = (who: string) => async () => void order.push(who)
    const calls = ['call 1', 'call 2'].map((who) => store.write(note(who)))
    const ofWorkers = ['worker 1', 'worker 2'].map((who) => store.forWorkers().write(note(who)))
    rival.exec('ROLLBACK')
    await Promise.all([...calls, ...ofWorkers])
    expect(order).toEqual(['worker 1', 'worker 2', 'call 1', 'call 2'])
  })
})

describe('the first unit of work in a batch', () => {
  const failing = (store: SqliteStore) => store.write(() => Promise.reject(new Error('no')))

  it('has no savepoint, and each later one has', async () => {
    const { store, writer } = await openHeld()
    const frame = vi.spyOn(writer, 'frame')
    freezeTime()
    await insertMany(store, 1)
    expect(frame.mock.calls.flat()).toEqual(['COMMIT'])
    frame.mockClear()
    await Promise.all(['a', 'b', 'c'].map((id) => insert(store, id)))
    const savepoint = ['SAVEPOINT unit', 'RELEASE unit']
    expect(frame.mock.calls.flat()).toEqual([...savepoint, ...savepoint, 'COMMIT'])
  })

  it('ends its batch when it fails', async () => {
    const { store, writer } = await openHeld()
    const frame = vi.spyOn(writer, 'frame')
    const both = await Promise.allSettled([failing(store), insert(store, 'a')])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(frame.mock.calls.flat()).toEqual(['ROLLBACK', 'COMMIT'])
  })

  it('rejects with the error of the rollback instead of its own', async () => {
    const { store, writer } = await openHeld()
    vi.spyOn(writer, 'frame').mockImplementationOnce(() => {
      throw new Error('the disk does not answer')
    })
    await expect(failing(store)).rejects.toThrow('the disk does not answer')
    await expect(insert(store, 'a')).resolves.toBe(true)
  })
})

describe('13: when the disk fills up during a batch', () => {
  it('the whole batch is rejected, nothing of it is stored, and writes work once there is space again', async () => {
    const { store, writer, rival, commits } = await openHeld()
    freezeTime()
    const pages = Number(rival.pragma('page_count', { simple: true }))
    await writer.script(`PRAGMA max_page_count = ${pages + 10}`)
    const batch = () =>
      Promise.allSettled([
        ...Array.from({ length: 9 }, (_, n) => insert(store, `small-${n}`)),
        insert(store, 'large', 'x'.repeat(200_000)),
      ])
    const errors = (await batch()).map((outcome) => outcome.status === 'rejected' && outcome.reason)
    expect(errors.filter((error) => error instanceof Unavailable)).toHaveLength(10)
    const count = rival.prepare('SELECT COUNT(*) FROM merchants').pluck()
    expect([count.get(), commits.length]).toEqual([0, 0])
    expect(await store.read((tx) => tx.merchants.find('small-0'))).toBeUndefined()
    await writer.script('PRAGMA max_page_count = 1000000')
    expect((await batch()).every(({ status }) => status === 'fulfilled')).toBe(true)
    expect(count.get()).toBe(10)
  })

  it('a unit of work that catches the error writes nothing outside a transaction', async () => {
    const { store, writer, rival } = await openHeld()
    await writer.script(`PRAGMA max_page_count = ${Number(rival.pragma('page_count', { simple: true }))}`)
    const swallowing = store.write(async (tx) => {
      const tooLarge = { ...merchant('large'), name: 'x'.repeat(100_000) }
      await tx.merchants.insert(tooLarge).catch(() => undefined)
      await tx.merchants.insert(merchant('small')).catch(() => undefined)
    })
    await expect(swallowing).rejects.toThrow(Unavailable)
    expect(rival.prepare('SELECT COUNT(*) FROM merchants').pluck().get()).toBe(0)
  })
})

describe('a damaged file', () => {
  it('is marked and reported, and the next start refuses it', async () => {
    const { location, store } = await openDatabase('sqlite')
    if (location.engine !== 'sqlite') throw new Error('asked for SQLite')
    await store.write((tx) => tx.merchants.insert(merchant('shop')))
    await store.close()
    damage(location.file, 'merchants')
    const reported: string[] = []
    const reopened = await openOn(location, { onDamage: (error) => reported.push(error.name) })
    const touch = reopened.write((tx) => tx.merchants.insert(merchant('next')))
    await expect(touch).rejects.toMatchObject({ name: 'DatabaseDamaged' })
    expect([reported, existsSync(`${location.file}.suspect`)]).toEqual([['DatabaseDamaged'], true])
    await reopened.close()
    await expect(openOn(location)).rejects.toMatchObject({ name: 'DatabaseDamaged' })
  })

  it('a damaged file that only a read finds is marked too', async () => {
    const { location, store } = await openDatabase('sqlite')
    if (location.engine !== 'sqlite') throw new Error('asked for SQLite')
    await store.write((tx) => tx.merchants.insert(merchant('shop')))
    await store.close()
    damage(location.file, 'merchants')
    const reopened = await openOn(location)
    await expect(reopened.read((tx) => tx.merchants.list({ limit: 1, offset: 0 }))).rejects.toMatchObject({
      name: 'DatabaseDamaged',
    })
    expect(existsSync(`${location.file}.suspect`)).toBe(true)
  })

  it('a damaged file that passes its check loses its marker', async () => {
    const { location, store } = await openDatabase('sqlite')
    if (location.engine !== 'sqlite') throw new Error('asked for SQLite')
    await store.write((tx) => tx.merchants.insert(merchant('shop')))
    await store.close()
    writeFileSync(`${location.file}.suspect`, 'disk I/O error\n')
    const reopened = await openOn(location)
    expect(await reopened.read((tx) => tx.merchants.find('shop'))).toEqual(merchant('shop'))
    expect(existsSync(`${location.file}.suspect`)).toBe(false)
  })
})

it('the event loop is free while another process locks the file, and the write continues by itself', async () => {
  const { store, rival } = await openHeld()
  rival.exec('BEGIN IMMEDIATE')
  let [beats, longestMs, lastAt] = [0, 0, performance.now()]
  const heart = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - lastAt)
    lastAt = performance.now()
    beats += 1
    if (beats === 50) rival.exec('ROLLBACK')
  }, 5)
  await insert(store, 'shop')
  clearInterval(heart)
  expect(beats).toBeGreaterThanOrEqual(50)
  expect(longestMs).toBeLessThan(500)
})
