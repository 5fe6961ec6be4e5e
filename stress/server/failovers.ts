import pg from 'pg'
import type { ClusterNode } from '../../test-support/databases/cluster/cluster-node.js'
import type { PostgresCluster } from '../../test-support/databases/cluster/postgres-cluster.js'
import { pause } from '../lib/until.js'

const WAIT_MS = 120_000
/** As in `deploy/cluster/patroni.yml`. */
const TTL_MS = 20_000
const POLL_MS = 250
const ANSWER_MS = 3_000
const LOG_PAGE = 8_000

/** A way in which a cluster gets another primary. */
export interface Failover {
  /** For a line of the report. */
  readonly what: string
  /** Whether the disks of the nodes have to be small. */
  readonly fillsDisk?: boolean
  replacePrimary(cluster: PostgresCluster): Promise<void>
}

/** Every way, by its name. Each puts right what it broke, once the others serve. */
export const FAILOVERS: Readonly<Record<string, Failover>> = {
  switchover: { what: 'switchover', replacePrimary: switchOver },
  postgres: {
    what: 'PostgreSQL killed',
    replacePrimary: async (cluster) => (await cluster.leader()).killPostgres(),
  },
  node: {
    what: 'node killed',
    replacePrimary: broken(
      (node) => node.kill(),
      (node) => node.reset(),
    ),
  },
  etcd: {
    // A frozen etcd that goes on answers with old data, and Patroni 3.0 of its node overwrites the key of the new primary.
    what: 'etcd of the node killed',
    replacePrimary: broken(
      (node) => node.killEtcd(),
      (node) => node.restartEtcd(),
    ),
  },
  patroni: {
    what: 'Patroni stopped, PostgreSQL not',
    replacePrimary: freezePatroni,
  },
  partition: {
    what: 'node cut off',
    replacePrimary: broken(
      (node) => node.cutOff('everything'),
      (node) => node.rejoin(),
    ),
  },
  split: {
    what: 'node cut off from the nodes, not from the servers',
    replacePrimary: broken(
      (node) => node.cutOff('nodes'),
      (node) => node.rejoin(),
    ),
  },
  disk: {
    what: 'disk full',
    fillsDisk: true,
    replacePrimary: broken(fillDisk, async (node) => {
      node.disk?.free()
      // As an operator does: Patroni may have written an empty configuration of PostgreSQL meanwhile.
      await node.reset()
    }),
  },
}

/** Breaks the primary, and mends it once the other nodes serve without it. */
function broken(
  damage: (node: ClusterNode) => void | Promise<void>,
  mend: (node: ClusterNode) => void | Promise<void>,
): Failover['replacePrimary'] {
  return async (cluster) => {
    const node = await cluster.leader()
    node.isTrusted = false
    await damage(node)
    await cluster.untilReplaced(node)
    await cluster.untilWritable()
    await mend(node)
    node.isTrusted = true
  }
}

/**
 * Stops the Patroni of the primary, until a watchdog would reset the machine: without one Patroni 3.0 goes on with what it
 * knew, and takes the lock back. The node may become the primary again, where no standby was named to confirm commits.
 */
async function freezePatroni(cluster: PostgresCluster): Promise<void> {
  const node = await cluster.leader()
  node.isTrusted = false
  node.freezePatroni()
  await pause(TTL_MS)
  await node.reset()
  node.isTrusted = true
}

/** Lets the standby that confirms commits become the primary, in order. */
async function switchOver(cluster: PostgresCluster): Promise<void> {
  const leader = await cluster.leader()
  const candidate = await cluster.nameOf('sync_standby')
  for (const deadline = performance.now() + WAIT_MS; ; await pause(POLL_MS)) {
    const response = await fetch(`${leader.patroniUrl}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: leader.name, candidate }),
    })
    const said = await response.text()
    if (response.status === 200) return
    if (performance.now() > deadline) throw new Error(`no switchover: ${response.status} ${said}`)
  }
}

/**
 * Fills the disk of a primary. PostgreSQL refuses changes then, and crashes whenever its log needs a new file, until it cannot
 * start any more. Segments of the log that are ready for use are used up here, since the load would take minutes.
 */
async function fillDisk(node: ClusterNode): Promise<void> {
  node.disk?.fill()
  for (const deadline = performance.now() + WAIT_MS; performance.now() < deadline; await pause(POLL_MS))
    if ((await useLog(node.url)) === 'ECONNREFUSED') return
  throw new Error('PostgreSQL goes on with a full disk')
}

/** Writes to the log until that fails. @returns the code of the failure */
async function useLog(url: string): Promise<string | undefined> {
  const limits = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS }
  const client = new pg.Client({ connectionString: url, ...limits })
  client.on('error', () => undefined)
  try {
    await client.connect()
    for (;;)
      await client.query("SELECT pg_logical_emit_message(false, 'cluster', $1), pg_switch_wal()", [
        'x'.repeat(LOG_PAGE),
      ])
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  } finally {
    await client.end().catch(() => undefined)
  }
}
