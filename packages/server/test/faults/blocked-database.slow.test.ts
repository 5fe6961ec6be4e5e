import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { TcpProxy } from '../support/net/tcp-proxy.js'
import { startChild } from '../support/server/child.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, ORDER } from '../support/server/harness.js'
import { error, refusal } from '../support/server/refusals.js'
import { commitProxy } from '../support/storage/commit-proxy.js'
import { newLocation, postgresSide } from '../support/storage/engines.js'
import { balanceOf, fund, withdraw } from '../support/withdrawals/withdrawals.js'

const MASTER_KEY = Buffer.alloc(32, 5).toString('base64')
/** Ten times the target, because the machine may be busy. */
const HEALTH_MS = 1_000
const TIMEOUT_MS = 5_000
const SLACK_MS = 2_000

const register = (url: string, platformUserId: string) =>
  fetch(`${url}/v1/merchants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email: 'ada@books.example', platform_user_id: platformUserId }),
  })

/** Polls the health of a server until the work is done. @returns the slowest answer in milliseconds */
async function slowestHealth(url: string, work: Promise<unknown>): Promise<number> {
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  let slowest = 0
  while (!isOver) {
    const startedAt = performance.now()
    const { status } = await fetch(`${url}/healthz`)
    slowest = Math.max(slowest, performance.now() - startedAt)
    expect(status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await over
  return slowest
}

/** Starts a server on a PostgreSQL that can be made unreachable. */
async function startBehindProxy() {
  const location = await newLocation('postgres')
  if (location.engine !== 'postgres') throw new Error('PostgreSQL is required')
  const proxy = await TcpProxy.start(location.url)
  const env = { MERCHANTPAY_DATABASE_URL: proxy.url, MERCHANTPAY_MASTER_KEY: MASTER_KEY }
  const harness = await Harness.start(env, { engine: 'postgres' })
  return { harness, proxy, keys: await harness.register(), side: await postgresSide(location.url) }
}

describe('while another process holds the write lock of the SQLite file', () => {
  it('calls are 503 within five seconds, health is answered at once, and the server recovers by itself', async () => {
    const file = `${temporaryFolder()}/books.db`
    const server = await startChild({
      MERCHANTPAY_DATABASE_URL: `file:${file}`,
      MERCHANTPAY_REGISTRATIONS_PER_HOUR: '0',
    })
    const locker = new Database(file)
    onTestFinished(() => {
      locker.close()
    })
    locker.exec('BEGIN IMMEDIATE')
    const startedAt = performance.now()
    const calls = Promise.all(Array.from({ length: 20 }, (_, n) => register(server.url, `ada-${n}`)))
    const slowest = await slowestHealth(server.url, calls)
    const statuses = new Set((await calls).map(({ status }) => status))
    expect([...statuses]).toEqual([503])
    expect(performance.now() - startedAt).toBeLessThan(TIMEOUT_MS + SLACK_MS)
    expect(slowest).toBeLessThan(HEALTH_MS)
    locker.exec('ROLLBACK')
    expect((await register(server.url, 'ada')).status).toBe(201)
  })
})

describe('when PostgreSQL', () => {
  it('is unreachable, calls are 503 at once and health is answered; afterwards everything works', async () => {
    const { harness, proxy, keys } = await startBehindProxy()
    const create = () => harness.call('POST', '/v1/orders', { keys, body: ORDER })
    expect((await create()).status).toBe(201)
    proxy.stop()
    const startedAt = performance.now()
    const calls = Promise.all(Array.from({ length: 20 }, create))
    const slowest = await slowestHealth(harness.server.url, calls)
    expect(
      new Set((await calls).map(({ status, headers }) => `${status} ${headers['retry-after']}`)),
    ).toEqual(new Set(['503 1']))
    expect(performance.now() - startedAt).toBeLessThan(TIMEOUT_MS)
    expect(slowest).toBeLessThan(HEALTH_MS)
    proxy.restart()
    expect((await create()).status).toBe(201)
    expect((await harness.call('GET', '/v1/orders', { keys })).json.total).toBe(2)
  })

  it('ends every backend under load, acknowledged orders are stored, and few calls fail', async () => {
    const { harness, keys, side } = await startBehindProxy()
    const calls = Array.from({ length: 60 }, () => harness.call('POST', '/v1/orders', { keys, body: ORDER }))
    const ended = await side.value(`SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`)
    expect(ended).toBeGreaterThan(0)
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    const made = statuses.filter((status) => status === 201).length
    expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([])
    expect((await harness.call('GET', '/v1/orders', { keys })).json.total).toBe(made)
    expect(made).toBeGreaterThan(50)
  })

  it('has one order locked, only calls that change that order are 503', async () => {
    const { harness, keys, side } = await startBehindProxy()
    const create = () => harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const [locked, other] = [(await create()).json.id, (await create()).json.id]
    await side.script(`BEGIN; SELECT id FROM orders WHERE id = '${locked}' FOR UPDATE`)
    const expire = (id: string) =>
      harness.call('POST', `/v1/test_helpers/orders/${id}/simulate`, { keys, body: { action: 'expire' } })
    const startedAt = performance.now()
    const waiting = expire(locked)
    expect((await expire(other)).status).toBe(200)
    expect((await create()).status).toBe(201)
    expect((await harness.call('GET', `/v1/orders/${locked}`, { keys })).status).toBe(200)
    expect((await waiting).status).toBe(503)
    expect(performance.now() - startedAt).toBeLessThan(TIMEOUT_MS + SLACK_MS)
    await side.script('ROLLBACK')
    expect((await expire(locked)).status).toBe(200)
  })

  it('is lost before the answer to a COMMIT, the call is 500, because 503 would mean that nothing was done', async () => {
    const location = await newLocation('postgres')
    if (location.engine !== 'postgres') throw new Error('PostgreSQL is required')
    const proxy = await commitProxy(location.url)
    const env = { MERCHANTPAY_DATABASE_URL: proxy.url, MERCHANTPAY_MASTER_KEY: MASTER_KEY }
    const harness = await Harness.start(env, { engine: 'postgres' })
    const keys = await harness.register()
    await fund(harness, keys, '100')
    proxy.loseAllFromNext('answer')
    const answer = await withdraw(harness, keys)
    expect(refusal(answer)).toEqual(error(500, 'internal server error'))
    expect(answer.headers['retry-after']).toBeUndefined()
    proxy.restart()
    expect(await balanceOf(harness, keys)).toMatchObject({ held: '11.50' })
  })
})
