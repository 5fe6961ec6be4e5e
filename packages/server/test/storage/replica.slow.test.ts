/** Reads that a standby of PostgreSQL answers: lists and exports, and nothing that decides about money. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../../../../test-support/net/free-port.js'
import { Unavailable } from '../../src/domain/store/store.js'
import { migrateDatabase } from '../../src/storage/open.js'
import { LIMITS } from '../../src/storage/postgres/postgres-session.js'
import { Replica } from '../../src/storage/postgres/replica.js'
import { findReplicaFault } from '../../src/storage/stale-reads.js'
import { signInAs, WITH_CONSOLE } from '../support/console/console-client.js'
import { sampleValue, scrape, WITH_METRICS } from '../support/observability/scrape.js'
import { Harness, ORDER } from '../support/server/harness.js'
import { commandBeside } from '../support/server/operator.js'
import { SetClock } from '../support/server/set-clock.js'
import { openOn, postgresSide } from '../support/storage/engines.js'
import { type Failover, startFailover } from '../support/storage/failover.js'
import { createDatabaseOn } from '../support/storage/postgres-client.js'
import { merchant } from '../support/storage/store-rows.js'

const WAIT = { timeout: 30_000, interval: 50 }
const LAG_BOUND_MS = 5_000

let servers: Failover | undefined
let url: string
let readUrl: string
beforeAll(async () => {
  servers = await startFailover()
  if (!servers) return
  url = await createDatabaseOn(servers.url)
  await migrateDatabase({ engine: 'postgres', url }, Date.now())
  readUrl = standbyOf(url, servers)
  await servers.catchUp()
}, 60_000)
afterAll(() => servers?.stop())

const standbyOf = (database: string, { standbyUrl }: Failover): string =>
  Object.assign(new URL(standbyUrl), { pathname: new URL(database).pathname }).href

/** Makes the standby show all that is committed by now, and nothing newer. @returns a function that ends this */
async function freeze({ catchUp }: Failover): Promise<() => Promise<void>> {
  const side = await postgresSide(readUrl)
  const thaw = async () => {
    await side.value('SELECT pg_wal_replay_resume()')
    await catchUp()
  }
  onTestFinished(thaw)
  await catchUp()
  await side.value('SELECT pg_wal_replay_pause()')
  const state = () => side.value('SELECT pg_get_wal_replay_pause_state()')
  await vi.waitUntil(async () => (await state()) === 'paused', WAIT)
  return thaw
}

describe('a stale read', () => {
  async function openReplica(standbyUrl: string) {
    const clock = { ms: 1_000 }
    const store = await openOn({ engine: 'postgres', url }, {})
    const changes: (string | undefined)[] = []
    const onChange = (fault: string | undefined) => changes.push(fault)
    const now = () => clock.ms
    const options = { url: standbyUrl, primaryUrl: url, store, limits: LIMITS, onChange, now }
    const replica = new Replica(options)
    onTestFinished(() => replica.close())
    const has = (id: string) => replica.readStale(async (tx) => (await tx.merchants.find(id)) !== undefined)
    return { clock, store, replica, changes, has }
  }

  it('is one of the standby, until that lags more than 5 s', async () => {
    if (!servers) return
    const { clock, store, replica, changes, has } = await openReplica(readUrl)
    await store.write((tx) => tx.merchants.insert(merchant('a')))
    expect(await has('a')).toBe(true)

    const thaw = await freeze(servers)
    await replica.measure()
    await store.write((tx) => tx.merchants.insert(merchant('b')))
    expect([await has('a'), await has('b')]).toEqual([true, false])
    clock.ms += LAG_BOUND_MS
    await replica.measure()
    expect([await has('b'), replica.replica.lagMs]).toEqual([false, LAG_BOUND_MS])
    clock.ms += 1
    expect([await has('b'), replica.replica.fault]).toEqual([true, 'it lags by more than 5 s'])
    await replica.measure()

    await thaw()
    await replica.measure()
    expect(replica.replica).toEqual({ lagMs: 0, fault: undefined })
    await freeze(servers)
    await store.write((tx) => tx.merchants.insert(merchant('c')))
    expect([await has('b'), await has('c')]).toEqual([true, false])
    expect(changes).toEqual(['it lags by more than 5 s', undefined])
  }, 60_000)

  it('runs again on the primary, where it fails or finds the standby behind every place that it knows', async () => {
    if (!servers) return
    const { clock, store, replica } = await openReplica(readUrl)
    await replica.measure()
    await freeze(servers)
    await store.write((tx) => tx.merchants.insert(merchant('d')))
    const requireMerchant = () =>
      replica.readStale(async (tx) => {
        if (!(await tx.merchants.find('d'))) throw new Error('there is no such merchant')
        return 'found'
      })
    expect(await requireMerchant()).toBe('found')
    await expect(
      replica.readStale(async () => {
        throw new Unavailable('in any case')
      }),
    ).rejects.toThrow('in any case')
    clock.ms += LAG_BOUND_MS + 1
    expect(await requireMerchant()).toBe('found')
  }, 60_000)

  it('is one of the primary, where the other server is away or no standby of it', async () => {
    if (!servers) return
    const foreign = standbyOf(await createDatabaseOn(servers.url), servers)
    await servers.catchUp()
    const unreachable = `postgres://postgres@127.0.0.1:${await freePort()}/postgres`
    const faults = {
      [unreachable]: 'ECONNREFUSED',
      [url]: 'it is no standby',
      [foreign]: 'it is the standby of another database',
    }
    for (const [wrong, fault] of Object.entries(faults)) {
      const { store, replica, has } = await openReplica(wrong)
      await replica.measure()
      await store.write((tx) => tx.merchants.insert(merchant(wrong)))
      expect(await has(wrong)).toBe(true)
      expect(await findReplicaFault({ engine: 'postgres', url, readUrl: wrong })).toContain(fault)
    }
    expect(await findReplicaFault({ engine: 'postgres', url, readUrl })).toBeUndefined()
  }, 60_000)
})

it('shows lists of the console, statements and exports from the standby, and to a person all that they did', async () => {
  if (!servers) return
  const databases = { MERCHANTPAY_DATABASE_URL: url, MERCHANTPAY_DATABASE_READ_URL: readUrl }
  const env = { ...databases, ...WITH_CONSOLE, ...WITH_METRICS }
  const time = new SetClock()
  const harness = await Harness.start(env, { engine: 'postgres', time })
  const keys = await harness.register()
  const order = async () => {
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    return { id: json.id, number: `${json.order_number}` }
  }
  const client = await signInAs(harness)
  const page = async (path: string) => (await client.get(`/console/${path}?env=test`)).text
  const lists = async () => [await page('orders'), await page('orders.csv')]
  const isUsed = async () => (await page('system')).includes('lists and exports may lack')
  await vi.waitUntil(isUsed, WAIT)
  expect(sampleValue(await scrape(harness), 'merchantpay_replica_lag_seconds')).toBe(0)

  const thaw = await freeze(servers)
  const first = await order()
  for (const list of await lists()) expect(list).not.toContain(first.number)
  expect(await page(`orders/${first.id}`)).toContain(first.number)
  time.pass(LAG_BOUND_MS + 1)
  for (const list of await lists()) expect(list).toContain(first.number)
  expect(await page('system')).toContain('not used: it lags by more than 5 s')

  await thaw()
  await vi.waitUntil(isUsed, WAIT)
  const thawAgain = await freeze(servers)
  const second = await order()
  for (const list of await lists()) expect(list).not.toContain(second.number)
  const stop = await client.submit('/console/controls/payouts/all/stop?env=test', { reason: 'ticket 51' })
  expect([stop.status, client.acted]).toEqual([303, 'merchantpay-console-acted=1'])
  for (const list of await lists()) expect(list).toContain(second.number)
  await thawAgain()

  const period = ['--from', '2026-01-01', '--to', '2026-02-01', '--format', 'csv']
  const { databaseEnv } = harness
  const exported = await commandBeside(databaseEnv, ['export', 'orders', ...period], databases)
  expect([exported.status, exported.stderr]).toEqual([0, ''])
  const wrong = { ...databases, MERCHANTPAY_DATABASE_READ_URL: url }
  expect((await commandBeside(databaseEnv, ['config', 'check'], wrong)).stderr).toContain(
    'MERCHANTPAY_DATABASE_READ_URL: the replica is not used, the server starts and reads from the database itself: it is no standby',
  )
}, 120_000)
