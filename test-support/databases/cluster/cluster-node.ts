import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../../../tools/lib/run.js'
import { freeStablePort } from '../../net/free-port.js'
import { TcpRelay } from '../../net/tcp-relay.js'
import type { WatchedChild } from '../../processes/death-pipe.js'
import { type Etcd, startEtcd } from './etcd.js'
import { numbered, type RunProgram, signal } from './run-program.js'
import { type SmallDisk, startSmallDisk } from './small-disk.js'

export const PASSWORD = 'cluster'
/** Room for the log that a node keeps for others which are away. */
const DISK_MEGABYTES = 1_024
const LOG_LINES = 60
const LOOPBACK = '127.0.0.1'

/** The ways to a node: Patroni asks its etcd; other nodes, and HAProxy with its clients, reach its PostgreSQL and its Patroni. */
interface Ways {
  readonly etcd: TcpRelay
  readonly peers: { readonly postgres: TcpRelay; readonly patroni: TcpRelay }
  readonly clients: { readonly postgres: TcpRelay; readonly patroni: TcpRelay }
}

interface Parts {
  readonly name: string
  readonly data: string
  readonly pidFile: string
  readonly patroniPort: number
  readonly postgresPort: number
  readonly etcd: Etcd
  readonly ways: Ways
  readonly disk: SmallDisk | undefined
}

/** A machine of the cluster: PostgreSQL with its Patroni, and the etcd that this Patroni asks. */
export class ClusterNode {
  /** Whether its Patroni can say what the cluster agrees on. */
  isTrusted = true
  /** The last lines of Patroni and PostgreSQL, for a failure. */
  readonly log: string[] = []
  /** How many transactions its PostgreSQL has ended because of a deadlock. */
  deadlocks = 0
  private patroni: WatchedChild

  private constructor(
    private readonly parts: Parts,
    private readonly run: () => WatchedChild,
  ) {
    this.patroni = this.launch()
  }

  /** Starts a number of nodes. @param bin the folder of PostgreSQL's programs */
  static async start(count: number, folder: string, bin: string, run: RunProgram): Promise<ClusterNode[]> {
    const nodes: ClusterNode[] = []
    for (const [at, etcd] of (await startEtcd(count, folder, run)).entries()) {
      const disk = await startSmallDisk(folder, DISK_MEGABYTES)
      const [patroniPort, postgresPort] = [await freeStablePort(), await freeStablePort()]
      const ways = async () => ({
        postgres: await TcpRelay.start(postgresPort),
        patroni: await TcpRelay.start(patroniPort),
      })
      const parts = {
        name: `node${at + 1}`,
        data: join(disk?.folder ?? folder, `data${at + 1}`),
        pidFile: join(folder, `patroni${at + 1}.pid`),
        ...{ patroniPort, postgresPort, etcd, disk },
        ways: { etcd: await TcpRelay.start(etcd.port), peers: await ways(), clients: await ways() },
      }
      const command = numbered(parts.pidFile, '/usr/bin/patroni', join(root, 'deploy/cluster/patroni.yml'))
      nodes.push(new ClusterNode(parts, () => run(command, environmentOf(parts, bin))))
    }
    return nodes
  }

  get name(): string {
    return this.parts.name
  }

  /** Patroni's address, beside the ways that can fall silent. */
  get patroniUrl(): string {
    return `http://${LOOPBACK}:${this.parts.patroniPort}`
  }

  /** The database `postgres` of this node, beside the ways that can fall silent. */
  get url(): string {
    return `postgres://postgres:${PASSWORD}@${LOOPBACK}:${this.parts.postgresPort}/postgres`
  }

  /** Undefined where nothing may be mounted. */
  get disk(): SmallDisk | undefined {
    return this.parts.disk
  }

  /** The addresses for the file of HAProxy. */
  get balancerEnv(): Record<string, string> {
    const { name, ways } = this.parts
    const [host = '', port = ''] = ways.clients.patroni.address.split(':')
    const prefix = name.toUpperCase()
    return {
      [`${prefix}_HOST`]: host,
      [`${prefix}_POSTGRESQL`]: ways.clients.postgres.address,
      [`${prefix}_PATRONI_PORT`]: port,
    }
  }

  /** Ends PostgreSQL at once. */
  killPostgres(): void {
    signal(join(this.parts.data, 'postmaster.pid'), 'SIGKILL')
  }

  /** Ends PostgreSQL and Patroni at once, as when the machine loses its power. */
  kill(): void {
    signal(this.parts.pidFile, 'SIGKILL')
    this.killPostgres()
    for (const way of this.ways()) way.breakAll()
  }

  /** Starts PostgreSQL and Patroni again, after their end. */
  async reset(): Promise<void> {
    this.kill()
    await this.patroni.stop()
    this.patroni = this.launch()
  }

  /** Stops Patroni alone; PostgreSQL goes on. */
  freezePatroni(): void {
    signal(this.parts.pidFile, 'SIGSTOP')
  }

  killEtcd(): void {
    this.parts.etcd.kill()
  }

  restartEtcd(): Promise<void> {
    return this.parts.etcd.restart()
  }

  /** Cuts the node off from its etcd and from the other nodes; from HAProxy and its clients too, with `everything`. */
  cutOff(from: 'nodes' | 'everything'): void {
    const { etcd, peers, clients } = this.parts.ways
    const all = [etcd, peers.postgres, peers.patroni]
    if (from === 'everything') all.push(clients.postgres, clients.patroni)
    for (const way of all) way.silence()
  }

  /** Lets standbys receive nothing more, though the node goes on. */
  holdBackStandbys(): void {
    this.parts.ways.peers.postgres.silence()
  }

  rejoin(): void {
    for (const way of this.ways()) way.resume()
  }

  /** At once: what it has is thrown away. */
  async stop(): Promise<void> {
    this.kill()
    for (const way of this.ways()) way.close()
    await this.patroni.stop()
    await this.parts.etcd.stop()
    await this.disk?.stop()
  }

  private launch(): WatchedChild {
    const child = this.run()
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line.endsWith('ERROR:  deadlock detected')) this.deadlocks += 1
      this.log.push(line)
      this.log.splice(0, this.log.length - LOG_LINES)
    })
    return child
  }

  private ways(): TcpRelay[] {
    const { etcd, peers, clients } = this.parts.ways
    return [etcd, ...Object.values(peers), ...Object.values(clients)]
  }
}

function environmentOf(
  { name, data, patroniPort, postgresPort, ways }: Parts,
  bin: string,
): Record<string, string> {
  const users = ['REPLICATION', 'SUPERUSER', 'REWIND'].flatMap((kind) => [
    [`PATRONI_${kind}_USERNAME`, kind === 'SUPERUSER' ? 'postgres' : kind.toLowerCase()],
    [`PATRONI_${kind}_PASSWORD`, PASSWORD],
  ])
  return {
    ...Object.fromEntries(users),
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: ways.etcd.address,
    // Otherwise Patroni asks the members that etcd names, around the relay.
    PATRONI_ETCD3_USE_PROXIES: 'true',
    PATRONI_RESTAPI_LISTEN: `${LOOPBACK}:${patroniPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: ways.peers.patroni.address,
    PATRONI_POSTGRESQL_LISTEN: `${LOOPBACK}:${postgresPort}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: ways.peers.postgres.address,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: bin,
    PATRONI_POSTGRESQL_PGPASS: `${data}.pgpass`,
  }
}
