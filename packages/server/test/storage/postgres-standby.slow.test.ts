/** Commits that a standby has to confirm, and commits that a failover takes back. */
import { expect, it, onTestFinished, vi } from 'vitest'
import { startPostgres } from '../../../../test-support/databases/postgres.js'
import { type Committed, OutcomeUnknown } from '../../src/domain/store/store.js'
import { commitProxy } from '../support/storage/commit-proxy.js'
import { openOn, postgresSide, type Side } from '../support/storage/engines.js'
import { startFailover } from '../support/storage/failover.js'
import { createDatabaseOn } from '../support/storage/postgres-client.js'
import { merchant } from '../support/storage/store-rows.js'

const WAIT = { timeout: 30_000, interval: 50 }
const COUNT_MERCHANTS = 'SELECT COUNT(*) FROM merchants'

/** A store on a server of its own, whose commits can be made to wait for a standby that does not exist. */
async function openWaiting() {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const url = await vi.waitFor(() => createDatabaseOn(server.url), WAIT)
  const commits: Committed[] = []
  const store = await openOn({ engine: 'postgres', url }, { onCommit: (each) => commits.push(each) })
  const side = await postgresSide(url)
  const setStandbys = async (names: string) => {
    await side.script(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`)
    await side.value('SELECT pg_reload_conf()')
  }
  const other = await postgresSide(url)
  /** Makes commits wait; the server takes over a setting a moment later. */
  const holdCommits = async () => {
    await setStandbys('nowhere')
    for (let hasWaited = false; !hasWaited; ) {
      let isAnswered = false
      const probe = other.value("SELECT pg_logical_emit_message(true, 'probe', '')").then(() => {
        isAnswered = true
      })
      while (!isAnswered && !hasWaited) hasWaited = await endWaitNow(side, 'pg_cancel_backend')
      await probe
    }
  }
  return { store, side, commits, holdCommits, letCommitsGo: () => setStandbys('') }
}

/** Ends the wait of a commit. @returns whether one waited */
const endWaitNow = async (side: Side, by: string): Promise<boolean> =>
  (await side.value(`SELECT COUNT(${by}(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)) === 1

const endWait = (side: Side, by: string): Promise<unknown> => vi.waitUntil(() => endWaitNow(side, by), WAIT)

it.each(['pg_cancel_backend', 'pg_terminate_backend'])(
  'a commit whose wait for a standby was ended by %s is unknown, until a later one is confirmed',
  async (by) => {
    const { store, side, commits, holdCommits, letCommitsGo } = await openWaiting()
    await store.write((tx) => tx.merchants.insert(merchant('a')))
    await holdCommits()

    const unconfirmed = store.write((tx) => tx.merchants.insert(merchant('b')))
    const refused = expect(unconfirmed).rejects.toThrow(OutcomeUnknown)
    await endWait(side, by)
    await refused
    expect(commits).toHaveLength(1)

    const confirmed = store.write((tx) => tx.merchants.insert(merchant('c')))
    await endWait(side, by)
    await letCommitsGo()
    expect(await confirmed).toBe(true)
    expect([commits.length, await side.value(COUNT_MERCHANTS)]).toEqual([2, 3])
  },
  60_000,
)

it('a commit is unknown to a server that was promoted since, which has another one of its number', async () => {
  const failover = await startFailover()
  if (!failover) return
  onTestFinished(() => failover.stop())
  const url = await createDatabaseOn(failover.url)
  const proxy = await commitProxy(url)
  const store = await openOn({ engine: 'postgres', url: proxy.url }, {})
  await store.write((tx) => tx.merchants.insert(merchant('a')))
  await failover.holdBack()

  proxy.loseAllFromNext('answer')
  const lost = store.write((tx) => tx.merchants.insert(merchant('b')))
  const refused = expect(lost).rejects.toThrow(OutcomeUnknown)
  await vi.waitUntil(() => proxy.lost === 1, WAIT)
  await failover.failOver()
  const side = await postgresSide(url)
  for (let number = 0; number < 20; number += 1) await side.value('SELECT pg_current_xact_id()')
  proxy.restart()
  await refused
  expect(await side.value(COUNT_MERCHANTS)).toBe(1)
}, 60_000)
