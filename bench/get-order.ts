import { load } from './load.js'
import { compare, type Result } from './rounds.js'
import { startPair } from './servers.js'

/** Signed and validated `GET /v1/orders/{id}` against bare Express with the same JSON. */
export async function getOrder(): Promise<Result[]> {
  const pair = await startPair()
  const next = () => pair.sign({ method: 'GET', path: `/v1/orders/${pair.orderId}` })
  try {
    const against = (origin: string) => () => load(origin, 32, next)
    const what = 'GET /v1/orders/{id}, 32 connections, against bare Express 5'
    return [await compare(what, '≥ 0.50', against(pair.baseline), against(pair.subject))]
  } finally {
    await pair.stop()
  }
}
