/**
 * `npm run stress -- point-in-time`: a server creates orders on a PostgreSQL that pgBackRest archives, with the file of
 * `deploy/cluster`. The commands of the section in `docs/operating-database.md` run as they are printed, but for folders and the moment:
 * the orders of before the moment are there, those after it are gone, and the recovery finishes.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MerchantPay } from '@merchantpay/sdk'
import { rowsOf } from '../../packages/server/test/support/crash/rows.js'
import { createDatabaseOn } from '../../packages/server/test/support/storage/postgres-client.js'
import { findPrograms } from '../../test-support/databases/postgres-programs.js'
import { freePort } from '../../test-support/net/free-port.js'
import { UNPRIVILEGED } from '../../test-support/processes/death-pipe.js'
import { root } from '../../tools/lib/run.js'
import { pause } from '../lib/until.js'
import { Installation } from './installation.js'
import { Operator } from './operator.js'

const SECTION = /^### Recovery to a point in time with pgBackRest$([\s\S]*?)^## /m
const SHELL = /^```sh\n([\s\S]*?)^```$/gm
const ORDERS = 5
const WAIT_MS = 60_000
const POLL_MS = 200
/** Commits and the moment are told apart by this. */
const APART_MS = 1_500

/** @throws Error where a command fails, or the orders are not those of the moment */
export async function pointInTime(): Promise<void> {
  const bin = findPrograms()
  if (bin === undefined || !existsSync('/usr/bin/pgbackrest'))
    throw new Error('this stress test needs postgresql and pgbackrest, from Debian')
  const node = await DatabaseNode.start(bin)
  try {
    // Of its engine nothing is used: the database is the one of the node.
    await Installation.use('sqlite', {}, (installation) => walk(installation, node))
  } finally {
    node.stop()
  }
}

async function walk(installation: Installation, node: DatabaseNode): Promise<void> {
  const [archive, restore, reset, mark, after] = commandsOfTheManual()
  if (!archive || !restore || !reset || !mark || !after) throw new Error('the manual lacks commands')
  const url = await createDatabaseOn(node.url)
  for (const command of archive) node.run(command)

  const server = await installation.serve(url)
  const kept = await createOrders(server.url)
  await pause(APART_MS)
  const [{ at = '' } = {}] = await rowsOf(url).all<{ at: string }>('SELECT CAST(NOW() AS TEXT) AS at')
  await pause(APART_MS)
  const lost = await createOrders(server.url)
  await server.stop()
  node.run(`psql -c "SELECT pg_switch_wal()"`)
  node.run(`${PROGRAMS}/pg_ctl -D ${DATA} -m fast -w stop`)

  const [restoring = '', starting = '', asking = ''] = restore
  node.run(restoring.replace(/--target="[^"]+"/, `--target="${at}"`))
  node.run(starting)
  for (const deadline = performance.now() + WAIT_MS; node.run(asking).trim() !== 'f'; await pause(POLL_MS))
    if (performance.now() > deadline) throw new Error('PostgreSQL is not promoted')
  for (const command of reset) node.run(command)
  for (const command of mark) await installation.command(url, ...wordsOf(command))

  const found = new Set((await rowsOf(url).all<{ id: string }>('SELECT id FROM orders')).map(({ id }) => id))
  const missing = kept.filter((id) => !found.has(id))
  const revived = lost.filter((id) => found.has(id))
  if (missing.length > 0 || revived.length > 0)
    throw new Error(
      `${missing.length} orders of before the moment are missing, ${revived.length} of after it are there`,
    )
  const restored = await installation.serve(url)
  for (const command of after) {
    if (command.startsWith('pgbackrest')) node.run(command)
    else await installation.command(url, ...wordsOf(command))
  }
  await new Operator(installation, url, []).recover()
  await restored.stop()
  console.log(
    `${kept.length} orders of before the moment are restored, ${lost.length} of after it are gone, the recovery is finished`,
  )
}

/** The commands of each fence of the section. */
const commandsOfTheManual = (): string[][] => {
  const page = readFileSync(join(root, 'docs/operating-database.md'), 'utf8')
  const [, section = ''] = SECTION.exec(page) ?? []
  return [...section.matchAll(SHELL)].map(([, code = '']) => code.trim().split('\n'))
}

/** The arguments of a command of the server. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '').slice(1)

async function createOrders(baseUrl: string): Promise<string[]> {
  const about = { name: 'Ada', email: 'ada@books.example', platform_user_id: `ada-${Math.random()}` }
  const { api_key: key } = await new MerchantPay({ baseUrl }).merchants.register(about)
  const api = new MerchantPay({ baseUrl, keyId: key.key_id, secret: key.secret })
  const ids: string[] = []
  for (let count = 0; count < ORDERS; count += 1)
    ids.push((await api.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })).id)
  return ids
}

/** The programs and the data folder, as the manual names them. */
const PROGRAMS = '/usr/lib/postgresql/15/bin'
const DATA = '/var/lib/postgresql/15/main'

/** A node of the database that archives its log, in a folder of its own. */
class DatabaseNode {
  private constructor(
    private readonly folder: string,
    private readonly bin: string,
    private readonly port: number,
  ) {}

  static async start(bin: string): Promise<DatabaseNode> {
    const folder = mkdtempSync(join(tmpdir(), 'merchantpay-archive-'))
    const owned = [folder, ...['repo', 'lock', 'spool'].map((name) => join(folder, name))]
    for (const each of owned) {
      mkdirSync(each, { recursive: true })
      if (UNPRIVILEGED !== undefined) chownSync(each, UNPRIVILEGED, UNPRIVILEGED)
    }
    const node = new DatabaseNode(folder, bin, await freePort())
    node.run(`${PROGRAMS}/initdb -D ${DATA} -U postgres --auth=trust --encoding=UTF8 --locale=C`)
    appendFileSync(join(folder, 'data/postgresql.conf'), node.settings())
    node.run(`${PROGRAMS}/pg_ctl -D ${DATA} -w start`)
    return node
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`
  }

  /** Runs a command of the manual on this node. @returns its output @throws the error of the command */
  run(command: string): string {
    const here = command.replaceAll(PROGRAMS, this.bin).replaceAll(DATA, join(this.folder, 'data'))
    // Into a file: PostgreSQL, which the command may leave behind, would keep a pipe open.
    const output = join(this.folder, 'output')
    execFileSync('/bin/sh', ['-c', `{ ${here}; } </dev/null >"$0" 2>>"$0.errors"`, output], {
      cwd: this.folder,
      env: this.environment(),
      stdio: 'ignore',
      ...(UNPRIVILEGED !== undefined && { uid: UNPRIVILEGED, gid: UNPRIVILEGED }),
    })
    return readFileSync(output, 'utf8')
  }

  stop(): void {
    try {
      this.run(`${PROGRAMS}/pg_ctl -D ${DATA} -m immediate stop || true`)
    } finally {
      rmSync(this.folder, { recursive: true, force: true })
    }
  }

  /** The parameters of `with-pgbackrest.yml`, and those of this machine. */
  private settings(): string {
    const text = readFileSync(join(root, 'deploy/cluster/with-pgbackrest.yml'), 'utf8')
    const [, command = ''] = /^ +archive_command: (.+)$/m.exec(text) ?? []
    return [
      'archive_mode = on',
      `archive_command = '${command}'`,
      `port = ${this.port}`,
      "listen_addresses = '127.0.0.1'",
      `unix_socket_directories = '${this.folder}'`,
      `log_directory = '${this.folder}'`,
      'logging_collector = on',
    ].join('\n')
  }

  /** The folders and the port, which differ from those of `pgbackrest.conf`. */
  private environment(): Record<string, string> {
    return {
      PATH: `${this.bin}:${process.env.PATH}`,
      HOME: this.folder,
      PGHOST: '127.0.0.1',
      PGPORT: `${this.port}`,
      PGUSER: 'postgres',
      PGBACKREST_CONFIG: join(root, 'deploy/cluster/pgbackrest.conf'),
      PGBACKREST_REPO1_PATH: join(this.folder, 'repo'),
      PGBACKREST_LOCK_PATH: join(this.folder, 'lock'),
      PGBACKREST_SPOOL_PATH: join(this.folder, 'spool'),
      PGBACKREST_PG1_PATH: join(this.folder, 'data'),
      PGBACKREST_PG1_PORT: `${this.port}`,
      PGBACKREST_PG1_SOCKET_PATH: this.folder,
    }
  }
}
