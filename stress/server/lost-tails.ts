import pg from 'pg'
import { serveNetwork } from '../../packages/server/test/support/nodes/served-network.js'
import { loseTail } from '../../packages/server/test/support/recovery/lost-tail.js'
import { createDatabaseOn } from '../../packages/server/test/support/storage/postgres-client.js'
import type { ClusterNode } from '../../test-support/databases/cluster/cluster-node.js'
import type { PostgresCluster } from '../../test-support/databases/cluster/postgres-cluster.js'
import { launchServer } from '../../test-support/processes/sandbox-server.js'
import { until } from '../lib/until.js'

const SERVERS = 2
const PRINTED_LINES = 40

/**
 * Lets commits of a cluster wait for no standby, and loses the last of them again and again: each time with new servers on a
 * new database and a new Ethereum network.
 *
 * @throws Error with the differences of a round
 */
export async function loseTails(nodes: PostgresCluster, rounds: number): Promise<void> {
  await nodes.replicateLater()
  for (let round = 1; round <= rounds; round += 1) {
    const differences = await playRound(nodes)
    console.log(`lost tail ${round} of ${rounds}: ${differences.length} differences`)
    if (differences.length > 0) throw new Error(differences.join('\n  '))
    await nodes.untilWhole()
  }
  console.log(`${rounds} lost tails, 0 payments to strangers`)
}

async function playRound(nodes: PostgresCluster): Promise<string[]> {
  const network = await serveNetwork(Date.now())
  const databaseUrl = await createDatabaseOn(nodes.pooledUrl)
  const env = {
    PATH: process.env.PATH,
    MERCHANTPAY_PORT: '0',
    MERCHANTPAY_DATABASE_URL: databaseUrl,
    MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
    MERCHANTPAY_LIVE_ERC20: 'off',
    MERCHANTPAY_LIVE_TRC20: 'off',
    ...network.env,
  }
  const lines: string[] = []
  const note = (line: string) => lines.splice(0, lines.push(line) - PRINTED_LINES)
  const servers = Array.from({ length: SERVERS }, () => launchServer(env, note))
  try {
    const [first, ...others] = await Promise.all(servers.map(({ listening }) => listening))
    if (first === undefined) throw new Error('a round needs a server')
    const primary = await nodes.leader()
    return await loseTail({
      ...{ servers: [first, ...others], databaseUrl, network },
      holdBack: () => holdBack(primary),
      async failOver() {
        primary.kill()
        await nodes.untilReplaced(primary)
        primary.rejoin()
        await primary.reset()
      },
    })
  } catch (error) {
    throw new Error(`a round ended early, with the servers at:\n${lines.join('\n')}`, { cause: error })
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await network.anvil.stop()
  }
}

/** Waits until the standbys have everything, and lets them receive nothing more. */
async function holdBack(primary: ClusterNode): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  try {
    const [written] = (await client.query<{ at: string }>('SELECT pg_current_wal_lsn() AS at')).rows
    await until('the standbys have everything', async () => {
      const text = 'SELECT bool_and(replay_lsn >= $1) AS have_all FROM pg_stat_replication'
      const { rows } = await client.query<{ have_all: boolean | null }>(text, [written?.at])
      return rows[0]?.have_all === true
    })
  } finally {
    await client.end()
  }
  primary.holdBackStandbys()
}
