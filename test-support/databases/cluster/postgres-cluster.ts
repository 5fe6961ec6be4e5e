/**
 * PostgreSQL as operators run it: three nodes with Patroni, agreed by etcd, with synchronous replication behind HAProxy, all
 * from Debian, with the files of `deploy/cluster`.
 */
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { root } from '../../tools/lib/run.js'
import { freePort } from '../net/free-port.js'
import { spawnWatched, UNPRIVILEGED, type WatchedChild } from '../processes/death-pipe.js'
import { findPrograms } from './postgres-programs.js'

const PROGRAMS = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy']
const NODES = 3
const WAIT_MS = 120_000
const POLL_MS = 250
const ANSWER_MS = 3_000
const PASSWORD = 'cluster'

/** A node as Patroni's `/cluster` reports it. */
export interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
}

interface Node {
  readonly name: string
  readonly data: string
  readonly pidFile: string
  readonly patroniPort: number
  readonly postgresPort: number
  child: WatchedChild
}

/** @throws Error that names what is missing on this machine */
export async function startCluster(): Promise<PostgresCluster> {
  const missing = PROGRAMS.filter((program) => !existsSync(program))
  if (missing.length > 0) throw new Error(`a cluster needs ${missing.join(', ')}, from Debian`)
  const bin = findPrograms()
  if (bin === undefined) throw new Error('a cluster needs postgresql, from Debian')
  return PostgresCluster.start(bin)
}

export class PostgresCluster {
  private constructor(
    private readonly folder: string,
    private readonly nodes: readonly Node[],
    private readonly others: readonly WatchedChild[],
    private readonly start: (node: Omit<Node, 'child'>) => WatchedChild,
    /** The database `postgres` of whichever node is the primary. */
    readonly url: string,
  ) {}

  static async start(bin: string): Promise<PostgresCluster> {
    const folder = madeFolder(join(tmpdir(), 'merchantpay-cluster-'))
    const run = (command: readonly [string, ...string[]], env: Record<string, string> = {}) =>
      spawnWatched({
        folder: madeFolder(join(folder, 'run-')),
        prepare: 'true',
        stopWith: 'TERM',
        command,
        env,
        userId: UNPRIVILEGED,
      })
    const etcd = await startEtcd(folder, run)
    const nodes: Omit<Node, 'child'>[] = []
    for (let at = 1; at <= NODES; at += 1)
      nodes.push({
        name: `node${at}`,
        data: join(folder, `data${at}`),
        pidFile: join(folder, `patroni${at}.pid`),
        patroniPort: await freePort(),
        postgresPort: await freePort(),
      })
    const start = (node: Omit<Node, 'child'>) =>
      run(
        [
          '/bin/sh',
          '-c',
          'echo $$ >"$1"; exec /usr/bin/patroni "$2"',
          'sh',
          node.pidFile,
          join(root, 'deploy/cluster/patroni.yml'),
        ],
        environmentOf(node, { bin, etcd: etcd.hosts }),
      )
    const running = nodes.map((node) => ({ ...node, child: start(node) }))
    const port = await freePort()
    const haproxy = run(
      ['/usr/sbin/haproxy', '-f', join(root, 'deploy/cluster/haproxy.cfg')],
      Object.assign({ CLUSTER_ADDRESS: `127.0.0.1:${port}` }, ...nodes.map(addressesOf)),
    )
    const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`
    const cluster = new PostgresCluster(folder, running, [...etcd.members, haproxy], start, url)
    await cluster.untilWhole()
    return cluster
  }

  /** Waits until one node is the primary and the others follow it, one of them confirming commits. */
  async untilWhole(): Promise<void> {
    let members: readonly Member[] = []
    for (const deadline = performance.now() + WAIT_MS; performance.now() < deadline; await pause()) {
      members = await this.members()
      const isRole = (role: string) => members.filter((member) => member.role === role).length
      const areRunning = members.every(({ state }) => state === 'running' || state === 'streaming')
      if (members.length === NODES && areRunning && isRole('leader') === 1 && isRole('sync_standby') === 1)
        return
    }
    throw new Error(`the cluster is not whole: ${JSON.stringify(members)}`)
  }

  /** Lets the standby that confirms commits become the primary, in order. */
  async switchOver(): Promise<void> {
    const leader = await this.leader()
    const candidate = nameOf(await this.members(), 'sync_standby')
    for (const deadline = performance.now() + WAIT_MS; ; await pause()) {
      const response = await fetch(`http://127.0.0.1:${leader.patroniPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: leader.name, candidate }),
      })
      const said = await response.text()
      if (response.status === 200) return
      if (performance.now() > deadline) throw new Error(`no switchover: ${response.status} ${said}`)
    }
  }

  /** Ends the PostgreSQL of the primary by SIGKILL. */
  async killPostgres(): Promise<void> {
    killNow(join((await this.leader()).data, 'postmaster.pid'))
  }

  /** Ends everything of the primary's node by SIGKILL, and starts the node again once another one is the primary. */
  async killNode(): Promise<void> {
    const node = await this.leader()
    for (const file of processesOf(node)) killNow(file)
    for (const deadline = performance.now() + WAIT_MS; ; await pause()) {
      const leader = nameOf(await this.members(), 'leader')
      if (leader !== undefined && leader !== node.name) break
      if (performance.now() > deadline) throw new Error('no node took over')
    }
    await node.child.stop()
    node.child = this.start(node)
  }

  /** Waits until the address leads to a primary whose commits a standby confirms. */
  async untilWritable(): Promise<void> {
    for (const deadline = performance.now() + WAIT_MS; ; await pause()) {
      const client = new pg.Client({
        connectionString: this.url,
        connectionTimeoutMillis: ANSWER_MS,
        query_timeout: ANSWER_MS,
      })
      client.on('error', () => undefined)
      try {
        await client.connect()
        await client.query("BEGIN; SELECT pg_logical_emit_message(true, 'cluster', ''); COMMIT")
        return
      } catch (error) {
        if (performance.now() > deadline) throw error
      } finally {
        await client.end().catch(() => undefined)
      }
    }
  }

  async members(): Promise<readonly Member[]> {
    for (const { patroniPort } of this.nodes) {
      try {
        const response = await fetch(`http://127.0.0.1:${patroniPort}/cluster`, {
          signal: AbortSignal.timeout(ANSWER_MS),
        })
        return ((await response.json()) as { members: Member[] }).members
      } catch {
        // This node is down.
      }
    }
    return []
  }

  async stop(): Promise<void> {
    // At once: what they have is thrown away.
    for (const node of this.nodes) for (const file of processesOf(node)) killNow(file)
    await Promise.all(this.nodes.map(({ child }) => child.stop()))
    await Promise.all(this.others.map((child) => child.stop()))
    rmSync(this.folder, { recursive: true, force: true })
  }

  private async leader(): Promise<Node> {
    const name = nameOf(await this.members(), 'leader')
    const node = this.nodes.find((each) => each.name === name)
    if (!node) throw new Error('the cluster has no primary')
    return node
  }
}

const nameOf = (members: readonly Member[], role: string): string | undefined =>
  members.find((member) => member.role === role)?.name

/** The files with the numbers of Patroni and of PostgreSQL. */
const processesOf = ({ pidFile, data }: Node): string[] => [pidFile, join(data, 'postmaster.pid')]

/** Sends SIGKILL to the process whose number is the first line of a file. It may have ended, and its file with it. */
function killNow(file: string): void {
  try {
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL')
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

function environmentOf(
  { name, data, patroniPort, postgresPort }: Omit<Node, 'child'>,
  { bin, etcd }: { bin: string; etcd: string },
): Record<string, string> {
  const users = ['REPLICATION', 'SUPERUSER', 'REWIND'].flatMap((kind) => [
    [`PATRONI_${kind}_USERNAME`, kind === 'SUPERUSER' ? 'postgres' : kind.toLowerCase()],
    [`PATRONI_${kind}_PASSWORD`, PASSWORD],
  ])
  return {
    ...Object.fromEntries(users),
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: etcd,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${patroniPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${patroniPort}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${postgresPort}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${postgresPort}`,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: bin,
    PATRONI_POSTGRESQL_PGPASS: `${data}.pgpass`,
  }
}

const addressesOf = ({ name, patroniPort, postgresPort }: Omit<Node, 'child'>): Record<string, string> => ({
  [`${name.toUpperCase()}_HOST`]: '127.0.0.1',
  [`${name.toUpperCase()}_POSTGRESQL`]: `127.0.0.1:${postgresPort}`,
  [`${name.toUpperCase()}_PATRONI_PORT`]: `${patroniPort}`,
})

async function startEtcd(
  folder: string,
  run: (command: readonly [string, ...string[]]) => WatchedChild,
): Promise<{ members: WatchedChild[]; hosts: string }> {
  const ports: { client: string; peer: string }[] = []
  for (let at = 0; at < NODES; at += 1)
    ports.push({ client: `127.0.0.1:${await freePort()}`, peer: `http://127.0.0.1:${await freePort()}` })
  const all = ports.map(({ peer }, at) => `etcd${at + 1}=${peer}`).join(',')
  const members = ports.map(({ client, peer }, at) =>
    run([
      '/usr/bin/etcd',
      ...['--name', `etcd${at + 1}`, '--data-dir', join(folder, `etcd${at + 1}`), '--unsafe-no-fsync'],
      ...['--listen-client-urls', `http://${client}`, '--advertise-client-urls', `http://${client}`],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', all],
    ]),
  )
  return { members, hosts: ports.map(({ client }) => client).join(',') }
}

function madeFolder(prefix: string): string {
  const folder = mkdtempSync(prefix)
  if (UNPRIVILEGED !== undefined) chownSync(folder, UNPRIVILEGED, UNPRIVILEGED)
  return folder
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, POLL_MS))
