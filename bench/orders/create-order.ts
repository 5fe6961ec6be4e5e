import { join } from 'node:path'
import { load } from '../lib/load.js'
import { compare, type Measure, type Result } from '../lib/rounds.js'
import { type BenchServer, startBare, startOneCommitEach, startServer } from '../lib/servers.js'
import { sized } from '../lib/sized.js'
import { copyOrders } from './many-orders.js'

const EARLIER_ORDERS = sized(1_000)

/**
 * Durable, signed `POST /v1/orders` (address lease, order, idempotency row) against bare Express that parses the same
 * JSON, and against the same server with a commit for each order. Orders lease addresses whose cool-down is over. A server
 * that must derive every address is measured too, because a new wallet has no others.
 */
export async function createOrder(): Promise<Result[]> {
  const results: Result[] = []
  for (const connections of [32, 128]) results.push(...(await createOrderOver(connections)))
  return results
}

/** Starts servers of its own: a merchant may have 100,000 unfinished orders. */
async function createOrderOver(connections: number): Promise<Result[]> {
  const server = withRestedAddresses(await startServer())
  const alone = withRestedAddresses(await startOneCommitEach())
  const young = await startServer()
  const bare = await startBare(server.order)
  const creating = (target: BenchServer): Measure => {
    return () => load(target, connections, target.signOrder)
  }
  const what = `POST /v1/orders, ${connections} connections`
  const express: Measure = () => load(bare, connections, server.signOrder)
  const subject = creating(server)
  try {
    return [
      await compare(`${what}, against bare Express 5`, '≥ 0.45', express, subject),
      await compare(`${what}, against one commit each`, '≥ 1.8', creating(alone), subject),
      await compare(`${what}, every address new, against bare Express 5`, 'none', express, creating(young)),
    ]
  } finally {
    bare.stop()
    await young.stop()
    await alone.stop()
    await server.stop()
  }
}

function withRestedAddresses(server: BenchServer): BenchServer {
  copyOrders(join(server.folder, 'merchantpay.db'), server.order.id, EARLIER_ORDERS)
  return server
}
