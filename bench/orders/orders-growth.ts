import { join } from 'node:path'
import { type Call, type Loaded, load } from '../lib/load.js'
import { quantile, type Result, ROUNDS, resultOf, type Sample } from '../lib/rounds.js'
import { type BenchServer, startServer } from '../lib/servers.js'
import { sized } from '../lib/sized.js'
import { copyId, copyOrders } from './many-orders.js'

const SIZES = [1_000, sized(100_000), sized(1_000_000)] as const
const CONNECTIONS = 32
/** Few enough that calls do not wait for each other. */
const QUIET_CONNECTIONS = 2
/** Spreads the read ids over all orders. */
const STRIDE = 7_919

/** One server with this number of orders of one merchant. */
interface Grown {
  readonly size: number
  readonly server: BenchServer
  readonly created: Sample[]
}

/** `POST /v1/orders` as the orders of a merchant grow, against the smallest size, and the latency of reads. */
export async function ordersGrowth(): Promise<Result[]> {
  const grown: Grown[] = []
  try {
    for (const size of SIZES) grown.push(await grow(size))
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const { server, created } of grown) {
        const sample = await load(server, CONNECTIONS, server.signOrder)
        if (round > 0) created.push(sample) // the first one warms up
      }
    }
    const results: Result[] = []
    for (const each of grown) results.push(...(await resultsOf(each, grown[0] ?? each)))
    return results
  } finally {
    for (const { server } of grown) await server.stop()
  }
}

async function grow(size: number): Promise<Grown> {
  const server = await startServer()
  copyOrders(join(server.folder, 'merchantpay.db'), server.order.id, size)
  return { size, server, created: [] }
}

async function resultsOf({ size, server, created }: Grown, smallest: Grown): Promise<Result[]> {
  let asked = 0
  const retrieve = () => {
    asked += 1
    return server.sign({ method: 'GET', path: `/v1/orders/${copyId(((asked * STRIDE) % size) + 1)}` })
  }
  const list = () => server.sign({ method: 'GET', path: '/v1/orders?limit=20' })
  const what = `POST /v1/orders at ${size} orders, against ${smallest.size}`
  return [
    ...(size === smallest.size ? [] : [resultOf({ what, goal: '≥ 0.8' }, smallest.created, created)]),
    await latency(server, `GET /v1/orders/{id} at ${size} orders`, retrieve),
    await latency(server, `GET /v1/orders at ${size} orders`, list),
  ]
}

async function latency(server: BenchServer, what: string, next: () => Call): Promise<Result> {
  const rounds: Loaded[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await load(server, QUIET_CONNECTIONS, next))
  const p99s = rounds.map(({ p99Ms }) => p99Ms)
  const [low, middle, high] = [quantile(p99s, 0.1), quantile(p99s, 0.5), quantile(p99s, 0.9)]
  const spread = `p10 ${low.toFixed(1)}, p90 ${high.toFixed(1)}, ${ROUNDS} rounds`
  return { what, value: `p99 ${middle.toFixed(1)} ms`, spread, goal: '< 20 ms' }
}
