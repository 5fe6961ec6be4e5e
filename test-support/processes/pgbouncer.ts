/** A real PgBouncer in front of PostgreSQL, for tests. */
import { chownSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../net/free-port.js'
import { spawnWatched, UNPRIVILEGED } from './death-pipe.js'

const PROGRAM = '/usr/sbin/pgbouncer'
const START_MS = 10_000
const RETRY_MS = 50

export interface Pgbouncer {
  /** The URL of the database behind it. */
  readonly url: string
  stop(): Promise<void>
}

/**
 * Whether tests behind PgBouncer must be skipped, because it is not installed.
 *
 * @throws Error when they must not be, because `TEST_PGBOUNCER` is `required`
 */
export function isPgbouncerSkipped(): boolean {
  if (existsSync(PROGRAM)) return false
  const skipped = 'pgbouncer is missing: the tests behind it are skipped'
  if (process.env.TEST_PGBOUNCER === 'required') throw new Error(skipped)
  process.stdout.write(`${skipped}\n`)
  return true
}

/** Starts PgBouncer in front of a database on loopback. @param settings e.g. `pool_mode` */
export async function startPgbouncer(
  databaseUrl: string,
  settings: Readonly<Record<string, string | number>>,
): Promise<Pgbouncer> {
  const userId = UNPRIVILEGED
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-pgbouncer-'))
  if (userId !== undefined) chownSync(folder, userId, userId)
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const { hostname, port: databasePort, username } = new URL(databaseUrl)
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    ...settings,
  }).map(([name, value]) => `${name} = ${value}\n`)
  const database = `* = host=${hostname} port=${databasePort || 5432} user=${username}`
  writeFileSync(file, `[databases]\n${database}\n[pgbouncer]\n${lines.join('')}`)
  const child = spawnWatched({ folder, prepare: 'true', command: [PROGRAM, file], userId })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString('utf8')}`.slice(-2_000)
  })
  const url = Object.assign(new URL(databaseUrl), { port: `${port}` }).href
  for (const deadline = performance.now() + START_MS; !(await isOpen(port)); ) {
    if (performance.now() > deadline) throw new Error(`pgbouncer did not start: ${said}`)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
  return { url, stop: child.stop }
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
