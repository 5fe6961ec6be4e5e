import { load } from './load.js'
import { compare, type Measure, type Result } from './rounds.js'
import { type BenchServer, startBare, startOneCommitEach, startServer } from './servers.js'

/**
 * Durable, signed `POST /v1/orders` (address lease, order, idempotency row) against bare Express that parses the same
 * JSON, and against the same server with a commit for each order.
 */
export async function createOrder(): Promise<Result[]> {
  const server = await startServer()
  const alone = await startOneCommitEach()
  const bare = await startBare(server.order)
  const creating = (target: BenchServer, connections: number): Measure => {
    return () => load(target, connections, target.signOrder)
  }
  try {
    const results: Result[] = []
    for (const connections of [32, 128]) {
      const what = `POST /v1/orders, ${connections} connections, against`
      const express: Measure = () => load(bare, connections, server.signOrder)
      const subject = creating(server, connections)
      results.push(
        await compare(`${what} bare Express 5`, '≥ 0.45', express, subject),
        await compare(`${what} one commit each`, '≥ 1.8', creating(alone, connections), subject),
      )
    }
    return results
  } finally {
    bare.stop()
    await alone.stop()
    await server.stop()
  }
}
