import { createServer } from 'node:net'

/** Below the ports that Linux gives to outgoing connections, from 32768 on. */
const STABLE = { from: 20_000, count: 12_000 }
const TRIES = 50

/** A free port of this machine. */
export const freePort = (): Promise<number> => probed(0)

/**
 * A free port for a server that is down at times. Where a port may belong to an outgoing connection, a client that connects
 * to it meanwhile is sometimes connected to itself.
 */
export async function freeStablePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = STABLE.from + Math.floor(Math.random() * STABLE.count)
    if (await probed(port).catch(() => undefined)) return port
  }
  throw new Error('no port is free')
}

function probed(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
