/**
 * PostgreSQL as operators run it: three nodes with Patroni, agreed by etcd, with synchronous replication behind HAProxy and
 * PgBouncer, all from Debian, with the files of `deploy/cluster`.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { root } from '../../../tools/lib/run.js'
import { freeStablePort } from '../../net/free-port.js'
import type { WatchedChild } from '../../processes/death-pipe.js'
import { findPrograms } from '../postgres-programs.js'
import { ClusterNode, PASSWORD } from './cluster-node.js'
import { madeFolder, type RunProgram, runProgramIn } from './run-program.js'

const PROGRAMS = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', '/usr/sbin/pgbouncer']
const NODES = 3
const WAIT_MS = 120_000
const POLL_MS = 250
const ANSWER_MS = 3_000
const LAG_MAX = 1 << 30

/** A node as Patroni's `/cluster` reports it. */
export interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
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
  private isSynchronous = true

  private constructor(
    private readonly folder: string,
    private readonly nodes: readonly ClusterNode[],
    private readonly between: readonly WatchedChild[],
    /** The database `postgres` of whichever node is the primary, by HAProxy. */
    readonly url: string,
    /** The same by PgBouncer, which HAProxy is behind. */
    readonly pooledUrl: string,
  ) {}

  static async start(bin: string): Promise<PostgresCluster> {
    const folder = madeFolder(join(tmpdir(), 'merchantpay-cluster-'))
    const run = runProgramIn(folder)
    const nodes = await ClusterNode.start(NODES, folder, bin, run)
    const address = `127.0.0.1:${await freeStablePort()}`
    const balancer = run(
      ['/usr/sbin/haproxy', '-f', join(root, 'deploy/cluster/haproxy.cfg')],
      Object.assign({ CLUSTER_ADDRESS: address }, ...nodes.map((node) => node.balancerEnv)),
    )
    const pooler = await startPooler(folder, address, run)
    const urlOf = (host: string) => `postgres://postgres:${PASSWORD}@${host}/postgres`
    const between = [balancer, pooler.child]
    const cluster = new PostgresCluster(folder, nodes, between, urlOf(address), urlOf(pooler.address))
    try {
      await cluster.untilWhole()
    } catch (error) {
      await cluster.stop()
      throw error
    }
    return cluster
  }

  /** Lets commits wait for no standby from now on, and standbys that lack some become the primary. */
  async replicateLater(): Promise<void> {
    this.isSynchronous = false
    const config = {
      synchronous_mode: false,
      synchronous_mode_strict: false,
      maximum_lag_on_failover: LAG_MAX,
    }
    const { patroniUrl } = await this.leader()
    const answer = await fetch(`${patroniUrl}/config`, { method: 'PATCH', body: JSON.stringify(config) })
    if (answer.status !== 200) throw new Error(`Patroni refuses its settings: ${await answer.text()}`)
    await this.untilWhole()
  }

  /** Waits until one node is the primary and the others follow it, one of them confirming commits where they wait for it. */
  async untilWhole(): Promise<void> {
    let members: readonly Member[] = []
    const confirming = this.isSynchronous ? 1 : 0
    for (const deadline = performance.now() + WAIT_MS; performance.now() < deadline; await pause()) {
      members = await this.members()
      const isRole = (role: string) => members.filter((member) => member.role === role).length
      const areRunning = members.every(({ state }) => state === 'running' || state === 'streaming')
      if (
        members.length === NODES &&
        areRunning &&
        isRole('leader') === 1 &&
        isRole('sync_standby') === confirming
      )
        return
    }
    throw new Error(`the cluster is not whole: ${JSON.stringify(members)}\n${this.logs}`)
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
        if (performance.now() > deadline)
          throw new Error(`no commit succeeds\n${this.logs}`, { cause: error })
      } finally {
        await client.end().catch(() => undefined)
      }
    }
  }

  /** Waits until another node is the primary. */
  async untilReplaced({ name }: ClusterNode): Promise<void> {
    for (const deadline = performance.now() + WAIT_MS; ; await pause()) {
      const leader = await this.nameOf('leader')
      if (leader !== undefined && leader !== name) return
      if (performance.now() > deadline) throw new Error(`no node took over from ${name}\n${this.logs}`)
    }
  }

  /** Whether the disks of the nodes can be filled. */
  get hasSmallDisks(): boolean {
    return this.nodes.every(({ disk }) => disk !== undefined)
  }

  /** The primary. */
  async leader(): Promise<ClusterNode> {
    const name = await this.nameOf('leader')
    const node = this.nodes.find((each) => each.name === name)
    if (!node) throw new Error('the cluster has no primary')
    return node
  }

  /** The name of the first node with a role. */
  async nameOf(role: string): Promise<string | undefined> {
    return (await this.members()).find((member) => member.role === role)?.name
  }

  async members(): Promise<readonly Member[]> {
    for (const { patroniUrl, isTrusted } of this.nodes) {
      if (!isTrusted) continue
      try {
        const response = await fetch(`${patroniUrl}/cluster`, { signal: AbortSignal.timeout(ANSWER_MS) })
        return ((await response.json()) as { members: Member[] }).members
      } catch {
        // This node is down.
      }
    }
    return []
  }

  /** How many transactions were ended because of a deadlock. */
  get deadlocks(): number {
    return this.nodes.reduce((sum, node) => sum + node.deadlocks, 0)
  }

  /** The last lines of every node. */
  get logs(): string {
    return this.nodes.map(({ name, log }) => `${name}:\n  ${log.join('\n  ')}`).join('\n')
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()))
    await Promise.all(this.between.map((child) => child.stop()))
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Starts PgBouncer on the file for operators, apart from what differs between machines. */
async function startPooler(folder: string, balancer: string, run: RunProgram) {
  const port = await freeStablePort()
  const users = join(folder, 'userlist.txt')
  writeFileSync(users, `"postgres" "${PASSWORD}"\n`)
  const [host = '', balancerPort = ''] = balancer.split(':')
  let settings = readFileSync(join(root, 'deploy/cluster/pgbouncer.ini'), 'utf8')
  for (const [theirs, ours] of [
    ['host=127.0.0.1 port=5000', `host=${host} port=${balancerPort}`],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['/etc/pgbouncer/userlist.txt', users],
  ] as const) {
    if (!settings.includes(theirs)) throw new Error(`deploy/cluster/pgbouncer.ini lacks ${theirs}`)
    settings = settings.replace(theirs, ours)
  }
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, settings)
  return { address: `127.0.0.1:${port}`, child: run(['/usr/sbin/pgbouncer', file]) }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, POLL_MS))
