import { setTimeout as sleep } from 'node:timers/promises'
import { load, sendAll } from '../lib/load.js'
import { cpuSeconds } from '../lib/process.js'
import { against, buildServer } from '../lib/release.js'
import { compare, type Measure, type Result, type Sample } from '../lib/rounds.js'
import { type BenchServer, startServer } from '../lib/servers.js'
import { sized } from '../lib/sized.js'
import { type Receiver, startReceiver } from '../webhooks/receiver.js'

const CONNECTIONS = 32
const TARGETS = 16
const PAID_ORDERS = sized(600)
const GOAL = '≥ 0.95'

/**
 * The built server against that of the commit of `--against`, both with the same work in turn. Without that option the
 * server is compared with itself, which shows what the ratio varies by.
 */
export async function released(): Promise<Result[]> {
  const receiver = await startReceiver(TARGETS)
  const settings = { MERCHANTPAY_WEBHOOK_CA_FILE: receiver.caFile }
  const before = await startServer(against === undefined ? undefined : await buildServer(against), settings)
  const after = await startServer(undefined, settings)
  const results: Result[] = []
  const measure = async (what: string, measureOf: (server: BenchServer) => Measure) => {
    results.push(
      await compare(`${what}, against ${against ?? 'itself'}`, GOAL, measureOf(before), measureOf(after)),
    )
  }
  try {
    await measure('GET /v1/orders/{id}', (server) => {
      const next = () => server.sign({ method: 'GET', path: `/v1/orders/${server.order.id}` })
      return () => load(server, CONNECTIONS, next)
    })
    await measure('POST /v1/orders', (server) => () => load(server, CONNECTIONS, server.signOrder))
    await measure('GET /v1/orders, 20 of many', (server) => {
      const next = () => server.sign({ method: 'GET', path: '/v1/orders?limit=20' })
      return () => load(server, CONNECTIONS, next)
    })
    await measure('app-only orders paid, with their webhooks', (server) => () => payOrders(server, receiver))
    return results
  } finally {
    await before.stop()
    await after.stop()
    receiver.close()
  }
}

/** Pays app-only orders, and waits until their webhooks have arrived. */
async function payOrders(server: BenchServer, receiver: Receiver): Promise<Sample> {
  const ids = await createAppOrders(server, receiver.urls)
  const calls = ids.map((id) => {
    const path = `/v1/test_helpers/orders/${id}/simulate`
    return server.sign({ method: 'POST', path, body: JSON.stringify({ action: 'pay' }) })
  })
  receiver.latenciesMs.length = 0
  const cpu = cpuSeconds(server.pid)
  const started = performance.now()
  await sendAll(server, CONNECTIONS, calls)
  while (receiver.latenciesMs.length < ids.length) await sleep(1)
  const seconds = (performance.now() - started) / 1_000
  return {
    perSecond: ids.length / seconds,
    cpuMicros: ((cpuSeconds(server.pid) - cpu) * 1_000_000) / ids.length,
  }
}

async function createAppOrders(server: BenchServer, urls: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < PAID_ORDERS; made += 1) {
    const order = {
      amount_mode: 'FIXED',
      amount: '5.00',
      currency: 'USDT',
      webhook_url: urls[made % urls.length],
    }
    const call = server.sign({ method: 'POST', path: '/v1/app/orders', body: JSON.stringify(order) })
    const answer = await fetch(`${server.origin}${call.path}`, { ...call })
    ids.push(((await answer.json()) as { id: string }).id) // an order of the contract
  }
  return ids
}
