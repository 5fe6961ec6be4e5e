import { load, type Target } from '../lib/load.js'
import { compare, type Result } from '../lib/rounds.js'
import { startBare, startServer } from '../lib/servers.js'

const CONNECTIONS = 32

/** Signed and validated `GET /v1/orders/{id}` against bare Express with the same JSON. */
export async function getOrder(): Promise<Result[]> {
  const server = await startServer()
  const bare = await startBare(server.order)
  const next = () => server.sign({ method: 'GET', path: `/v1/orders/${server.order.id}` })
  try {
    const against = (target: Target) => () => load(target, CONNECTIONS, next)
    const what = `GET /v1/orders/{id}, ${CONNECTIONS} connections, against bare Express 5`
    return [await compare(what, '≥ 0.50', against(bare), against(server))]
  } finally {
    bare.stop()
    await server.stop()
  }
}
