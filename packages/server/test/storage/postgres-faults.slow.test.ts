/** The cases of the storage contract about connections, which SQLite does not have. */
import { describe, expect, it } from 'vitest'
import { type Committed, Unavailable } from '../../src/domain/store/store.js'
import { type CommitProxy, commitProxy } from '../support/storage/commit-proxy.js'
import { newLocation, openOn, postgresSide } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

const COUNT_MERCHANTS = 'SELECT COUNT(*) FROM merchants'
const END_OTHERS = `SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`

async function openThrough(): Promise<{
  store: Awaited<ReturnType<typeof openOn>>
  side: Awaited<ReturnType<typeof postgresSide>>
  proxy: CommitProxy
  commits: Committed[]
}> {
  const location = await newLocation('postgres')
  if (location.engine !== 'postgres') throw new Error('asked for PostgreSQL')
  const proxy = await commitProxy(location.url)
  const commits: Committed[] = []
  const onCommit = (committed: Committed) => commits.push(committed)
  const store = await openOn({ engine: 'postgres', url: proxy.url }, { onCommit })
  return { store, side: await postgresSide(location.url), proxy, commits }
}

describe('10: when the connection breaks at COMMIT', () => {
  it('a unit of work whose answer was lost is reported as committed, once', async () => {
    const { store, side, proxy, commits } = await openThrough()
    let runs = 0
    proxy.loseNext('answer')
    const isInserted = await store.write((tx) => {
      runs += 1
      return tx.merchants.insert(merchant('shop'))
    })
    expect({ isInserted, runs, lost: proxy.lost, reported: commits.length }).toEqual({
      isInserted: true,
      runs: 1,
      lost: 1,
      reported: 1,
    })
    expect(await side.value(COUNT_MERCHANTS)).toBe(1)
  })

  it('a unit of work whose COMMIT never arrived runs again', async () => {
    const { store, side, proxy, commits } = await openThrough()
    let runs = 0
    proxy.loseNext('question')
    const isInserted = await store.write((tx) => {
      runs += 1
      return tx.merchants.insert(merchant('shop'))
    })
    expect({ isInserted, runs, lost: proxy.lost, reported: commits.length }).toEqual({
      isInserted: true,
      runs: 2,
      lost: 1,
      reported: 1,
    })
    expect(await side.value(COUNT_MERCHANTS)).toBe(1)
  })
})

describe('11: when its backend is ended', () => {
  it('a unit of work runs again on another one', async () => {
    const { store, side } = await openThrough()
    const ends: Promise<unknown>[] = []
    let runs = 0
    const isInserted = await store.write(async (tx) => {
      runs += 1
      const inserted = await tx.merchants.insert(merchant('shop'))
      if (runs > 1) return inserted
      ends.push(side.value(END_OTHERS))
      for (;;) await tx.merchants.find('shop')
    })
    expect([isInserted, runs, await Promise.all(ends)]).toEqual([true, 2, [expect.any(Number)]])
    expect(await side.value(COUNT_MERCHANTS)).toBe(1)
  })

  it('an idle connection that ended is replaced without an error', async () => {
    const { store, side } = await openThrough()
    await store.write((tx) => tx.merchants.insert(merchant('a')))
    await side.value(END_OTHERS)
    expect(await store.read((tx) => tx.merchants.find('a'))).toEqual(merchant('a'))
    expect(await store.write((tx) => tx.merchants.insert(merchant('b')))).toBe(true)
  })
})

/** Raises an error of PostgreSQL by a trigger, such as the one for a full disk. */
const failWith = (state: string) => `
  CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'injected' USING ERRCODE = '${state}'; END $$;
  CREATE OR REPLACE TRIGGER fail BEFORE INSERT ON merchants FOR EACH ROW EXECUTE FUNCTION fail();`

describe('13: when the server lacks', () => {
  it.each([
    ['disk', '53100'],
    ['memory', '53200'],
    ['connections', '53300'],
    ['time', '57014'],
  ])('%s, a write is unavailable, and works again afterwards', async (_, state) => {
    const { store, side, commits } = await openThrough()
    await side.script(failWith(state))
    const write = () => store.write((tx) => tx.merchants.insert(merchant('shop')))
    await expect(write()).rejects.toThrow(Unavailable)
    expect([await side.value(COUNT_MERCHANTS), commits.length]).toEqual([0, 0])
    await side.script('DROP TRIGGER fail ON merchants')
    await expect(write()).resolves.toBe(true)
  })
})

describe('a unit of work that conflicts with another writer', () => {
  it.each(['40001', '40P01', '55P03'])(
    'a unit of work that conflicts with another writer by %s runs again until it succeeds',
    async (state) => {
      const { store, side } = await openThrough()
      await side.script(`CREATE SEQUENCE tries; ${failWith(state)}`)
      await side.script(`CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('tries') < 3 THEN RAISE EXCEPTION 'injected' USING ERRCODE = '${state}'; END IF; RETURN NEW; END $$`)
      await expect(store.write((tx) => tx.merchants.insert(merchant('shop')))).resolves.toBe(true)
      expect(await side.value('SELECT last_value FROM tries')).toBe(3)
    },
  )

  it('each time is unavailable after six runs', async () => {
    const { store, side } = await openThrough()
    await side.script(failWith('40001'))
    let runs = 0
    const work = store.write((tx) => {
      runs += 1
      return tx.merchants.insert(merchant('shop'))
    })
    await expect(work).rejects.toThrow(Unavailable)
    expect(runs).toBe(6)
  })
})

it('a session finds its tables with any search path of the database', async () => {
  const { store, side } = await openThrough()
  await side.script(
    `ALTER DATABASE ${await side.value('SELECT current_database()')} SET search_path = nowhere`,
  )
  await side.value(END_OTHERS)
  await expect(store.write((tx) => tx.merchants.insert(merchant('shop')))).resolves.toBe(true)
})
