import { load } from './load.js'
import { compare, type Result } from './rounds.js'
import { orderBody, startPair } from './servers.js'

/** Durable, signed `POST /v1/orders` (address lease, order, idempotency row) against bare Express that parses the same JSON. */
export async function createOrder(): Promise<Result[]> {
  const pair = await startPair()
  let made = 0
  const next = () => {
    made += 1
    return pair.sign({ method: 'POST', path: '/v1/orders', body: orderBody(`bench-${made}`) })
  }
  try {
    const results: Result[] = []
    for (const connections of [32, 128]) {
      const against = (origin: string) => () => load(origin, connections, next)
      const what = `POST /v1/orders, ${connections} connections, against bare Express 5`
      results.push(await compare(what, '≥ 0.45', against(pair.baseline), against(pair.subject)))
    }
    return results
  } finally {
    await pair.stop()
  }
}
