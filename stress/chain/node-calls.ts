/**
 * `npm run stress -- node-calls [--seconds n]`: two servers on one PostgreSQL make at most 1.2 times the calls of one to the
 * nodes of an Ethereum and a TRON network, counted on the way to the nodes. Both know how far the networks are followed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { NodeChains } from '../../packages/server/test/support/crash/node-chains.js'
import { seeded } from '../../packages/server/test/support/crash/sites.js'
import { createDatabaseOn } from '../../packages/server/test/support/storage/postgres-client.js'
import { startPostgres } from '../../test-support/databases/postgres.js'
import { launchServer } from '../../test-support/processes/sandbox-server.js'
import { type NodeRelay, startNodeRelay } from '../lib/node-relay.js'
import { Options } from '../lib/options.js'

const MOST = 1.2
const SECOND_MS = 1_000
/** A result of `/readyz` is reused for 5 s. */
const READY_MS = 30_000
const NODE_SETTINGS = ['MERCHANTPAY_TEST_ERC20_NODE_1_URL', 'MERCHANTPAY_TEST_TRC20_NODE_1_URL'] as const

/** @throws Error when two servers make too many calls, or one of them does not know that the networks are followed */
export async function nodeCalls(args: readonly string[]): Promise<void> {
  const seconds = new Options(args, ['seconds']).number('seconds', 120)
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-node-calls-'))
  const postgres = await startPostgres()
  const nodes = await NodeChains.start(folder, seeded(1))
  const counters = await Promise.all(NODE_SETTINGS.map((name) => countCalls(nodes.settings[name] ?? '')))
  try {
    const urls = Object.fromEntries(NODE_SETTINGS.map((name, at) => [name, counters[at]?.url ?? '']))
    const run = async (servers: number): Promise<number> => {
      const database = await createDatabaseOn(postgres.url)
      const before = counters.map(({ calls }) => calls())
      await serve(servers, { ...nodes.settings, ...urls, MERCHANTPAY_DATABASE_URL: database }, seconds)
      const [erc20 = 0, trc20 = 0] = counters.map(({ calls }, at) => calls() - (before[at] ?? 0))
      console.log(
        `${servers} server${servers === 1 ? '' : 's'}: ${erc20} calls on ERC20, ${trc20} on TRC20 in ${seconds} s`,
      )
      return erc20 + trc20
    }
    const one = await run(1)
    const two = await run(2)
    console.log(`two servers make ${(two / one).toFixed(2)} times the calls of one; at most ${MOST}`)
    if (two > MOST * one) throw new Error('two servers make too many calls')
  } finally {
    for (const { close } of counters) close()
    await nodes.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs servers for a while, and checks that each of them is ready. */
async function serve(
  count: number,
  settings: Readonly<Record<string, string>>,
  seconds: number,
): Promise<void> {
  const env = {
    PATH: process.env.PATH,
    MERCHANTPAY_PORT: '0',
    MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
    ...settings,
  }
  const servers = Array.from({ length: count }, () => launchServer(env))
  try {
    const ends = performance.now() + seconds * SECOND_MS
    const urls = await Promise.all(servers.map(({ listening }) => listening))
    for (const url of urls) await untilReady(url)
    await sleep(ends - performance.now())
    for (const url of urls) await untilReady(url)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

async function untilReady(url: string): Promise<void> {
  for (const deadline = performance.now() + READY_MS; ; await sleep(SECOND_MS)) {
    const answer = await fetch(`${url}/readyz`)
    if (answer.ok) return
    if (performance.now() > deadline) throw new Error(`not ready: ${await answer.text()}`)
  }
}

/** Counts the requests to a node on the way, each call of a batch as one. */
async function countCalls(target: string): Promise<NodeRelay & { calls(): number }> {
  let calls = 0
  const relay = await startNodeRelay(target, ({ body }, pass) => {
    calls += callsIn(body)
    return pass()
  })
  return { ...relay, calls: () => calls }
}

function callsIn(body: string): number {
  try {
    const parsed: unknown = JSON.parse(body)
    return Array.isArray(parsed) ? parsed.length : 1
  } catch {
    return 1 // a GET has no body
  }
}
