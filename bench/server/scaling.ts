/**
 * The cost of one order on PostgreSQL, from its creation to the delivered webhook: processor, statements, bytes and syncs. The
 * figures of docs/scaling.md.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabaseOn } from '../../packages/server/test/support/storage/postgres-client.js'
import { startPostgres } from '../../test-support/databases/postgres.js'
import { MEASURED, PostgresUsage, type Used } from '../lib/postgres-usage.js'
import { cpuSeconds } from '../lib/process.js'
import type { Result } from '../lib/rounds.js'
import { type BenchServer, startServer } from '../lib/servers.js'
import { sized } from '../lib/sized.js'
import { startReceiverApart } from '../webhooks/receiver.js'

const ORDERS = sized(1_000, 10)
/** V8 compiles and PostgreSQL fills its caches meanwhile. */
const WARM_UP = sized(300, 5)
const IN_FLIGHT = 16
const IDLE_MS = sized(20_000, 500)
const POLL_MS = 100
/** PostgreSQL publishes its counters within that time. */
const SETTLE_MS = sized(11_000, 100)
const KIB = 1_024

interface Usage extends Used {
  readonly serverCpu: number
  readonly seconds: number
}

export async function scaling(): Promise<Result[]> {
  const postgres = await startPostgres({ settings: MEASURED })
  const receiver = await startReceiverApart(1)
  try {
    const databaseUrl = await createDatabaseOn(postgres.url)
    const server = await startServer(undefined, {
      MERCHANTPAY_DATABASE_URL: databaseUrl,
      MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
      MERCHANTPAY_SANDBOX_BLOCK_MS: '1000',
      MERCHANTPAY_WEBHOOK_CA_FILE: receiver.caFile,
    })
    const usage = await PostgresUsage.of(databaseUrl)
    try {
      return await measure(server, usage, receiver.urls[0] ?? '')
    } finally {
      await usage.close()
      await server.stop()
    }
  } finally {
    receiver.close()
    await postgres.stop()
  }
}

async function measure(server: BenchServer, usage: PostgresUsage, hook: string): Promise<Result[]> {
  await call(server, 'POST', '/v1/webhooks', { url: hook, events: ['payment.confirmed'] })
  await runOrders(server, usage, WARM_UP)
  const idle = await measured(server, usage, () => sleep(IDLE_MS))
  const created: string[] = []
  const create = await measured(
    server,
    usage,
    async () => void created.push(...(await createOrders(server, ORDERS))),
  )
  const settle = await measured(server, usage, () => payAll(server, usage, created))
  const perSecond = (value: (used: Usage) => number) => value(idle) / idle.seconds
  const perOrder = (used: Usage, value: (used: Usage) => number) =>
    (value(used) - perSecond(value) * used.seconds) / ORDERS
  const row = (what: string, value: (used: Usage) => number, digits: number): Result => {
    const figures = [perOrder(create, value), perOrder(settle, value)] as const
    return {
      what: `${what} of an order`,
      value: (figures[0] + figures[1]).toFixed(digits),
      spread: `${figures[0].toFixed(digits)} to create, ${figures[1].toFixed(digits)} from the payment to the delivery; idle ${perSecond(value).toFixed(digits)} a second`,
      goal: 'none',
    }
  }
  return [
    row('processor ms of the server', ({ serverCpu }) => serverCpu * 1_000, 2),
    row('processor ms of PostgreSQL', (used) => used.cpuSeconds * 1_000, 2),
    row('statements', ({ statements }) => statements, 1),
    row('KiB of WAL', ({ walBytes }) => walBytes / KIB, 1),
    row('KiB of disk', ({ diskBytes }) => diskBytes / KIB, 1),
    row('syncs', ({ fsyncs }) => fsyncs, 2),
  ]
}

async function measured(
  server: BenchServer,
  usage: PostgresUsage,
  work: () => Promise<void>,
): Promise<Usage> {
  await sleep(SETTLE_MS)
  const read = async () => ({
    ...(await usage.read()),
    serverCpu: cpuSeconds(server.pid),
    at: performance.now(),
  })
  const before = await read()
  await work()
  await sleep(SETTLE_MS)
  const after = await read()
  return {
    serverCpu: after.serverCpu - before.serverCpu,
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
    statements: after.statements - before.statements,
    walBytes: after.walBytes - before.walBytes,
    fsyncs: after.fsyncs - before.fsyncs,
    diskBytes: after.diskBytes - before.diskBytes,
    seconds: (after.at - before.at) / 1_000,
  }
}

async function runOrders(server: BenchServer, usage: PostgresUsage, count: number): Promise<void> {
  await payAll(server, usage, await createOrders(server, count))
}

function createOrders(server: BenchServer, count: number): Promise<string[]> {
  return inFlight(count, async () => {
    const { path, ...order } = server.signOrder()
    const answer = await fetch(`${server.origin}${path}`, order)
    if (answer.status !== 201) throw new Error(`an order was answered with ${answer.status}`)
    return ((await answer.json()) as { id: string }).id // an order of the contract
  })
}

/** Pays the orders and waits until each webhook is delivered. */
async function payAll(server: BenchServer, usage: PostgresUsage, ids: readonly string[]): Promise<void> {
  const delivered = () => usage.count("SELECT COUNT(*) FROM webhook_deliveries WHERE status = 'DELIVERED'")
  const before = await delivered()
  await inFlight(ids.length, (at) =>
    call(server, 'POST', `/v1/test_helpers/orders/${ids[at]}/simulate`, { action: 'pay' }),
  )
  while ((await delivered()) < before + ids.length) await sleep(POLL_MS)
}

async function call(server: BenchServer, method: string, path: string, body: object): Promise<void> {
  const signed = server.sign({ method, path, body: JSON.stringify(body) })
  const answer = await fetch(`${server.origin}${path}`, signed)
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

async function inFlight<Value>(count: number, work: (at: number) => Promise<Value>): Promise<Value[]> {
  const done: Value[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < count; at = next++) done[at] = await work(at)
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
  return done
}
