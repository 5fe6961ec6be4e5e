/**
 * A PostgreSQL primary with an asynchronous standby behind one address, for tests of a failover that loses commits.
 */
import { connect, createServer, type Socket } from 'node:net'
import { startPostgres } from '../../../../../test-support/databases/postgres.js'
import { startPostgresWithPrograms } from '../../../../../test-support/databases/postgres-programs.js'
import { connectTo } from './postgres-client.js'

const WAIT_MS = 30_000
const POLL_MS = 100

export interface Failover {
  /** The address of whichever server is the primary. */
  readonly url: string
  /** The standby itself. */
  readonly standbyUrl: string
  /** Waits until the standby shows all that was committed. */
  catchUp(): Promise<void>
  /** Waits until the standby has everything, and lets it receive nothing more. */
  holdBack(): Promise<void>
  /** Ends the primary and promotes the standby. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

/** Starts both. Undefined on a machine without the programs of PostgreSQL. */
export async function startFailover(): Promise<Failover | undefined> {
  const primary = await startPostgresWithPrograms()
  if (!primary) return undefined
  await until(() => answerOf(primary.url, 'SELECT 1'))
  const standby = await startPostgres({ programs: primary.bin, standbyOf: primary.url })
  const address = await movableAddress(Number(new URL(primary.url).port))
  const catchUp = async () => {
    const written = await answerOf(primary.url, 'SELECT pg_current_wal_lsn()')
    await until(() => answerOf(standby.url, `SELECT pg_last_wal_replay_lsn() >= '${written}' OR NULL`))
  }
  return {
    url: Object.assign(new URL(primary.url), { port: `${address.port}` }).href,
    standbyUrl: standby.url,
    catchUp,
    async holdBack() {
      await catchUp()
      await answerOf(standby.url, "ALTER SYSTEM SET primary_conninfo = ''")
      await answerOf(standby.url, 'SELECT pg_reload_conf()')
      await until(() => answerOf(standby.url, 'SELECT count(*) = 0 OR NULL FROM pg_stat_wal_receiver'))
    },
    async failOver() {
      await primary.stop()
      await answerOf(standby.url, 'SELECT pg_promote()')
      address.moveTo(Number(new URL(standby.url).port))
    },
    async stop() {
      address.close()
      await Promise.all([primary.stop(), standby.stop()])
    },
  }
}

async function answerOf(url: string, text: string): Promise<unknown> {
  const client = await connectTo(url)
  try {
    const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

/** Waits until the question is answered by neither an error nor null. */
async function until(ask: () => Promise<unknown>): Promise<void> {
  for (const deadline = performance.now() + WAIT_MS; ; ) {
    const answer = await ask().catch((error: unknown) => error)
    if (answer !== null && !(answer instanceof Error)) return
    if (performance.now() > deadline) throw new Error('PostgreSQL did not get ready', { cause: answer })
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Listens on one port, and passes connections to a port that changes. */
async function movableAddress(first: number) {
  const sockets = new Set<Socket>()
  let target = first
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    moveTo(port: number) {
      target = port
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
