/**
 * Repeatedly requests `/healthz` from a server on new connections, and at the same moment from a bare server of its own. The
 * time of the bare server is the share of the machine. Prints one JSON line per probe.
 */
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pause } from '../../packages/server/test/support/crash/driver.js'

const EVERY_MS = 100
const PATIENCE_MS = 10_000
/** An address that no attack uses. */
const LOCAL_ADDRESS = '127.0.0.77'

const [, , url = ''] = process.argv
const bare = createServer((_request, response) => response.end('{"status":"ok"}'))
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}` // it listens on TCP
for (;;) {
  const [ms, bareMs] = await Promise.all([probe(`${url}/healthz`), probe(bareUrl)])
  console.log(JSON.stringify({ ms, bareMs }))
  await pause(EVERY_MS)
}

/** Milliseconds until the answer; null without one. */
function probe(target: string): Promise<number | null> {
  const start = performance.now()
  return new Promise((resolve) => {
    const options = { agent: false, localAddress: LOCAL_ADDRESS, timeout: PATIENCE_MS }
    const sent = get(target, options, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode === 200 ? performance.now() - start : null))
    })
    sent.once('timeout', () => sent.destroy())
    sent.once('error', () => resolve(null))
  })
}
