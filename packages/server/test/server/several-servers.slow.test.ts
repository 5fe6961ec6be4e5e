import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startServer } from '../../src/app.js'
import type { Server } from '../../src/compose/server.js'
import { readConfig } from '../../src/config/config.js'
import { type Anvil, isAnvilSkipped } from '../support/nodes/anvil.js'
import { type ServedNetwork, serveNetwork } from '../support/nodes/served-network.js'
import { createMigratedDatabase } from '../support/storage/migrated-database.js'

const WAIT = { timeout: 20_000, interval: 100 }

/** A running server, which works by itself. */
async function start(url: string, env: Readonly<Record<string, string>>): Promise<Server> {
  const config = readConfig({
    MERCHANTPAY_PORT: '0',
    MERCHANTPAY_METRICS_PORT: '0',
    MERCHANTPAY_DATABASE_URL: url,
    MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
    MERCHANTPAY_LIVE_ERC20: 'off',
    MERCHANTPAY_LIVE_TRC20: 'off',
    ...env,
  })
  const server = await startServer({ config, log: pino({ level: 'silent' }) })
  onTestFinished(() => server.stop())
  return server
}

async function metricsOf({ metricsUrl = '' }: Server): Promise<Map<string, number>> {
  const text = await (await fetch(metricsUrl)).text()
  return new Map(
    text.split('\n').flatMap((line) => {
      const [, name = '', value] = /^merchantpay_(\w+)\{.*\} (\S+)$/.exec(line) ?? []
      return value === undefined ? [] : [[name, Number(value)] as const]
    }),
  )
}

/** Waits until a server knows the newest block of the node and is ready; a scrape has kept earlier results for seconds. */
const untilAt = async (server: Server, anvil: Anvil): Promise<void> => {
  const head = await anvil.headNumber()
  await vi.waitUntil(async () => (await metricsOf(server)).get('watcher_head_block') === head, WAIT)
  await vi.waitUntil(async () => (await statusOf(server, '/readyz')) === 200, WAIT)
}
const callsOf = async (server: Server) => (await metricsOf(server)).get('rpc_requests_total') ?? 0
const statusOf = async ({ url }: Server, path: string) => (await fetch(`${url}${path}`)).status

describe.skipIf(isAnvilSkipped)('two servers on one PostgreSQL', () => {
  let served: ServedNetwork

  beforeAll(async () => {
    served = await serveNetwork()
  }, 60_000)
  afterAll(() => served?.anvil.stop())

  it('need the node calls of one, know the same blocks, and take over from each other', async () => {
    const url = await createMigratedDatabase()
    const { anvil, env } = served
    const first = await start(url, env)
    await untilAt(first, anvil)
    const second = await start(url, env)
    const atStart = await callsOf(second)
    await anvil.mine(5)
    await Promise.all([first, second].map((server) => untilAt(server, anvil)))
    expect(await statusOf(second, '/readyz')).toBe(200)
    expect(await callsOf(second)).toBe(atStart)
    const knows = [first, second].map(async (server) => (await metricsOf(server)).has('node_able'))
    expect(await Promise.all(knows)).toEqual([true, false])

    await anvil.mine(5)
    await first.stop()
    await untilAt(second, anvil)
    expect(await callsOf(second)).toBeGreaterThan(atStart)
  }, 60_000)

  it('can split the roles, and each answers for its own alone', async () => {
    const url = await createMigratedDatabase()
    const workers = await start(url, { ...served.env, MERCHANTPAY_ROLES: 'workers' })
    const api = await start(url, { ...served.env, MERCHANTPAY_ROLES: 'api' })
    const checkout = await start(url, { ...served.env, MERCHANTPAY_ROLES: 'checkout' })
    for (const server of [workers, api, checkout]) await untilAt(server, served.anvil)
    const paths = [
      '/healthz',
      '/readyz',
      '/openapi.yaml',
      '/docs',
      '/v1/orders',
      '/operator/v1/orders',
      '/pay/x/state',
    ]
    const answers = async (server: Server) => Promise.all(paths.map((path) => statusOf(server, path)))
    expect(await answers(workers)).toEqual([200, 200, 404, 404, 404, 404, 404])
    expect(await answers(api)).toEqual([200, 200, 200, 200, 401, 404, 404])
    expect(await answers(checkout)).toEqual([200, 200, 404, 404, 404, 404, 404])
    const page = await fetch(`${checkout.url}/pay/x`)
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(
      [workers, api, checkout].map((server) => server.workers.some(({ name }) => name === 'order-expirer')),
    ).toEqual([true, false, false])
    expect(await callsOf(api)).toBe(await callsOf(checkout))
  }, 60_000)
})
