import { freePort } from '../../test-support/net/free-port.js'
import { load } from '../lib/load.js'
import { compare, type Result } from '../lib/rounds.js'
import { type BenchServer, startServer } from '../lib/servers.js'

const CONNECTIONS = 32
/** More often than Prometheus asks by default. */
const SCRAPE_MS = 1_000

/** The same requests to a server with metrics, which is scraped every second, and to one without. */
export async function metricsCost(): Promise<Result[]> {
  const plain = await startServer()
  const port = await freePort()
  const measured = await startServer(undefined, { MERCHANTPAY_METRICS_PORT: `${port}` })
  const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  await scrape()
  const scraping = setInterval(() => void scrape(), SCRAPE_MS)
  const creating = (server: BenchServer) => () => load(server, CONNECTIONS, server.signOrder)
  const reading = (server: BenchServer) => () =>
    load(server, CONNECTIONS, () => server.sign({ method: 'GET', path: `/v1/orders/${server.order.id}` }))
  const against = `${CONNECTIONS} connections, with metrics against without`
  try {
    return [
      await compare(`POST /v1/orders, ${against}`, '≥ 0.95', creating(plain), creating(measured)),
      await compare(`GET /v1/orders/{id}, ${against}`, '≥ 0.95', reading(plain), reading(measured)),
    ]
  } finally {
    clearInterval(scraping)
    await measured.stop()
    await plain.stop()
  }
}
