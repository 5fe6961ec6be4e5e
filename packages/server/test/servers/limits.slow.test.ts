import { describe, expect, it, onTestFinished } from 'vitest'
import { openStream } from '../support/net/event-stream.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, type Keys } from '../support/server/harness.js'
import { sideOf } from '../support/storage/engines.js'

const APP_ORDER = { amount_mode: 'FIXED', amount: '12.50', currency: 'USDT' }

/** Starts two servers on one PostgreSQL. */
async function twoServers(env: Record<string, string> = {}): Promise<[Harness, Harness]> {
  const folder = temporaryFolder()
  const start = async () => {
    const server = await Harness.open(folder, env, { engine: 'postgres' })
    onTestFinished(() => server.close())
    return server
  }
  return [await start(), await start()]
}

/** Counts the answers to requests that are sent to the servers in turn, all at once. */
async function statusesOf(
  servers: readonly Harness[],
  count: number,
  send: (server: Harness) => Promise<number>,
) {
  const sent = Array.from({ length: count }, (_, at) => servers[at % servers.length])
  const statuses = await Promise.all(sent.flatMap((server) => (server ? [send(server)] : [])))
  return Object.fromEntries(
    [...new Set(statuses)].sort().map((one) => [one, statuses.filter((s) => s === one).length]),
  )
}

describe('two servers on one database', () => {
  it('let exactly 60 of 200 requests of a key through in a minute', async () => {
    const servers = await twoServers({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '60' })
    const keys = await servers[0].register()
    const me = async (server: Harness) => (await server.call('GET', '/v1/merchants/me', { keys })).status
    expect(await statusesOf(servers, 200, me)).toEqual({ 200: 60, 429: 140 })
  })

  it('count failed authentications of an address together', async () => {
    const servers = await twoServers({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '10' })
    const keys = await servers[0].register()
    const forged = { ...keys, secret: 'sk_test_forged' }
    const me = async (server: Harness) =>
      (await server.call('GET', '/v1/merchants/me', { keys: forged })).status
    expect(await statusesOf(servers, 30, me)).toEqual({ 401: 10, 429: 20 })
  })

  it('count new keys together, and only those that were created', async () => {
    const servers = await twoServers({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '1000' })
    const keys = await servers[0].register()
    const create = async (server: Harness) => {
      const { status, json } = await server.call('POST', '/v1/merchants/api-keys', {
        keys,
        body: { environment: 'test' },
      })
      if (status === 201) await server.call('DELETE', `/v1/merchants/api-keys/${json.key_id}`, { keys })
      return status
    }
    const made: number[] = []
    for (let n = 0; n < 21; n += 1) made.push(await create(servers[n % 2 === 0 ? 0 : 1]))
    expect(made).toEqual([...Array.from({ length: 20 }, () => 201), 429])
  })

  it('allow five streams of an order between them, and another once one closes', async () => {
    const [one, other] = await twoServers()
    const keys = await one.register()
    const path = await orderStream(one, keys)
    const opened = await Promise.all(
      Array.from({ length: 12 }, (_, at) => openStream(at % 2 === 0 ? one : other, keys, path)),
    )
    const open = opened.filter(({ response }) => response.status === 200)
    expect(open).toHaveLength(5)
    for (const { response } of opened.filter((stream) => !open.includes(stream)))
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5'])
    open[0]?.close()
    await expect.poll(async () => (await openStream(other, keys, path)).response.status).toBe(200)
  })

  it('do not count the streams of a server that was not seen for 30 s', async () => {
    const [one, other] = await twoServers()
    const keys = await one.register()
    const path = await orderStream(one, keys)
    for (let n = 0; n < 5; n += 1) await openStream(one, keys, path)
    expect((await openStream(other, keys, path)).response.status).toBe(429)
    const side = await sideOf(one.database)
    await side.script('UPDATE stream_servers SET seen_at = seen_at - 30000')
    expect((await openStream(other, keys, path)).response.status).toBe(200)
  })
})

describe('a server whose shared counters do not answer', () => {
  it('lets reads through, and refuses registrations until they do', async () => {
    const [one] = await twoServers({
      MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '60',
      MERCHANTPAY_REGISTRATIONS_PER_HOUR: '1000',
    })
    const keys = await one.register()
    const me = async () => (await one.call('GET', '/v1/merchants/me', { keys })).status
    const body = { name: 'Ada', email: 'ada@books.example', platform_user_id: 'user-2' }
    const register = () => one.call('POST', '/v1/merchants', { body, isSigned: false })
    const side = await sideOf(one.database)
    await side.script('BEGIN; LOCK TABLE rate_limits IN ACCESS EXCLUSIVE MODE')
    expect(await me()).toBe(200)
    expect(await me()).toBe(200)
    const refused = await register()
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1'])
    await side.script('ROLLBACK')
    await expect.poll(async () => (await register()).status).not.toBe(503)
  })
})

async function orderStream(server: Harness, keys: Keys): Promise<string> {
  const { json } = await server.call('POST', '/v1/app/orders', { keys, body: APP_ORDER })
  return `/v1/orders/${json.id}/events`
}
