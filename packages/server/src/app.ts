import { openBase } from './compose/base.js'
import { hasConsole } from './compose/console.js'
import { openContext } from './compose/context.js'
import { openDatabase } from './compose/database.js'
import { openHttp } from './compose/http.js'
import { watchServer } from './compose/metrics.js'
import { newerDatabaseWatch } from './compose/newer-database-watch.js'
import { openReadiness } from './compose/readiness.js'
import { beginRun } from './compose/run-record.js'
import type { Server, ServerOptions } from './compose/server.js'
import { stopServer } from './compose/stop.js'
import { openWorkers } from './compose/workers.js'
import { ChainHealth } from './domain/chain/chain-health.js'
import { KeyUse } from './domain/merchants/key-use.js'
import { WalletFunds } from './domain/withdrawals/wallet-funds.js'
import { RecentRequests } from './http/recent-requests.js'
import { createOwnVersionCheck } from './storage/open.js'
import { WorkerLoops } from './workers/worker-loops.js'

/**
 * Builds all parts of a server from its configuration and listens.
 *
 * @throws DatabaseUnreachable when the database is not reachable within `databaseRetry.forMs`
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { config, log, runWorkers = true, onNewerDatabase = () => undefined } = options
  const base = await openBase(options)
  const { metrics, time, clock } = base
  const loops = new WorkerLoops(log, () => time.monotonic())
  const database = await openDatabase(options, base, loops)
  const { store } = database
  const health = new ChainHealth(() => performance.now())
  const { context, chains: opened } = await openContext(store, { ...base, config, health, log })
  const chains = opened.all
  const run = await beginRun(store, config, clock, base.changedAt)

  const keyUse = new KeyUse()
  const requests = new RecentRequests()
  const funds = metrics || hasConsole(config) ? new WalletFunds(() => time.monotonic()) : undefined
  const state = { url: '', isDraining: false, isStopping: false }
  const parts = { state, base, database, context, chains, health, funds, keyUse, requests, loops }
  const { dispatcher, leases, workers } = openWorkers(options, parts)
  const requireOwnVersion = createOwnVersionCheck()
  const readiness = openReadiness(options, parts, { leases, dispatcher, requireOwnVersion })
  const http = await openHttp(options, parts, readiness)
  watchServer(options, parts, { leases, readiness, http })

  // Without it the first orders would be refused, because no network counts as followed yet.
  await leases?.tick().catch((error: unknown) => log.warn({ err: error }, 'leases of the networks not read'))
  const metricsUrl = await metrics?.listen({ host: config.host, port: config.metricsPort ?? 0 })
  const url = await http.start()
  state.url = url
  if (runWorkers)
    loops.start([...workers, newerDatabaseWatch(store.forWorkers(), requireOwnVersion, onNewerDatabase)])
  log.info({ url, metricsUrl }, 'listening')

  return {
    url,
    metricsUrl,
    workers,
    dispatcher,
    stop: () => stopServer(options, parts, { run, leases, dispatcher, http }),
  }
}
