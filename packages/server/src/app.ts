import { apiServices } from './compose/api.js'
import { attentionWorkers } from './compose/attention.js'
import { requireWallets } from './compose/chains.js'
import { openCheckout } from './compose/checkout.js'
import { openClocks } from './compose/clocks.js'
import { commitReporter } from './compose/commits.js'
import { hasConsole, openConsole } from './compose/console.js'
import { openContext } from './compose/context.js'
import { openDashboard } from './compose/dashboard.js'
import { Hints } from './compose/hints.js'
import { openLeases } from './compose/leases.js'
import { proveLedger, proverOf } from './compose/ledger-proof.js'
import { newerDatabaseWatch } from './compose/newer-database-watch.js'
import { openReadiness } from './compose/readiness.js'
import { restoreClock } from './compose/restored-clock.js'
import { recordStop, resumeRun } from './compose/run-record.js'
import { openScreeners } from './compose/screening.js'
import type { Server, ServerOptions } from './compose/server.js'
import { openSharedCounts } from './compose/shared-counts.js'
import { stopServer } from './compose/stop.js'
import { openWebhooks } from './compose/webhooks.js'
import { workersOf } from './compose/workers.js'
import { masterKeyOf } from './config/master-key.js'
import { ChainHealth } from './domain/chain/chain-health.js'
import { KeyUse } from './domain/merchants/key-use.js'
import type { Order } from './domain/orders/order.js'
import { NewestOrders } from './domain/recovery/newest-orders.js'
import { STREAMS_PER_KEY, STREAMS_PER_SCOPE, STREAMS_PER_SUBJECT } from './domain/shared/policy.js'
import type { ChainId } from './domain/shared/types.js'
import { WalletFunds } from './domain/withdrawals/wallet-funds.js'
import { createHttpApp } from './http/app.js'
import { clientAddresses, connectionPeers } from './http/client-address.js'
import { createHttpServer } from './http/http-server.js'
import { FailedAuthentications } from './http/limits/failed-authentications.js'
import { Feed } from './http/streams/feed.js'
import { OpenStreams } from './http/streams/open-streams.js'
import { watchedStore } from './observability/watched-store.js'
import { MACHINE_TIME } from './runtime/clock.js'
import { systemIds } from './runtime/ids.js'
import { listen } from './runtime/listen.js'
import { RETRY_AT_START, whenReachable } from './storage/database-unreachable.js'
import {
  createOwnVersionCheck,
  databaseChangedAt,
  exposedFiles,
  lockForServer,
  type OpenOptions,
  openStore,
} from './storage/open.js'
import { keyUseRecorder } from './workers/api-keys/key-use-recorder.js'
import { ledgerProver } from './workers/ledger/ledger-prover.js'
import { historyWatch } from './workers/recovery/history-watch.js'
import { type Worker, WorkerLoop } from './workers/worker.js'

/** For this long after a request, webhook deliveries yield to further requests. */
const SERVING_MS = 250
/** EX_IOERR of sysexits.h. */
const EXIT_DAMAGED = 74

/**
 * Builds all parts of a server from its configuration and listens.
 *
 * @throws DatabaseUnreachable when the database is not reachable within `databaseRetry.forMs`
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { config, log, time = MACHINE_TIME, runWorkers = true } = options
  // Loaded only when they are configured, since loading adds to the start.
  const metrics =
    config.metricsPort === undefined ? undefined : new (await import('./observability/metrics.js')).Metrics()
  const { clock, movableClock } = openClocks({ config, time, given: options.clock, log, metrics })
  const ids = options.ids ?? systemIds(clock)
  requireWallets(config)
  const screeners = await openScreeners(config, log)
  const unlock = await lockForServer(config.database)
  const exposed = exposedFiles(config.database)
  if (exposed.length > 0)
    log.warn(
      { files: exposed },
      'every user of this machine can open the database files: run chmod 600 on them',
    )
  const changedAt = (options.changedAt ?? databaseChangedAt)(config.database)
  const masterKey = masterKeyOf(config)
  const feed = new Feed<Order>()
  const deliveryFeed = new Feed()
  const keyUse = new KeyUse()
  const newest = new NewestOrders()
  const loops = new Map<Worker, WorkerLoop>()
  const wakeWorkers = () => {
    for (const loop of loops.values()) loop.wake()
  }
  let wakeDispatcher: () => void = () => undefined
  const hints = new Hints({ feed, deliveryFeed, wakeDispatcher: () => wakeDispatcher(), log })
  const storeOptions: OpenOptions = {
    database: config.database,
    now: clock.real(),
    hints,
    onCommit: commitReporter({
      ...{ feed, deliveryFeed, movableClock, metrics, newest, wakeWorkers, log },
      wakeDispatcher: () => wakeDispatcher(),
    }),
    onDamage(error) {
      log.fatal({ err: error }, 'the database may be damaged: the next start checks it')
      process.exit(EXIT_DAMAGED)
    },
    meter: metrics?.store,
  }
  const opened = await whenReachable(
    () => (options.openStore ?? openStore)(storeOptions),
    options.databaseRetry ?? RETRY_AT_START,
    (error) => log.warn({ reason: error.message }, 'waiting for the database'),
  )
  const store = watchedStore(opened)
  hints.begin(store)
  await restoreClock(store, movableClock)
  const counts = await openSharedCounts(config, clock)
  const { limits, streams: streamCounts } = counts
  const streams = new OpenStreams(
    { key: STREAMS_PER_KEY, subject: STREAMS_PER_SUBJECT, scope: STREAMS_PER_SCOPE },
    streamCounts,
  )
  const health = new ChainHealth(() => performance.now())
  const contextParts = { config, clock, ids, health, masterKey, screeners, log }
  const { context, chains } = await openContext(store, contextParts)
  // A SQLite file has one server, so leases of an earlier process are obsolete. On PostgreSQL other servers may hold leases.
  const isAlone = config.database.engine === 'sqlite'
  if (isAlone) await store.write((tx) => tx.webhookDeliveries.release())
  if (isAlone) await resumeRun(store, clock, changedAt)

  let url = '' // read from the system once, since every order contains it
  let isDraining = false
  let isStopping = false
  const addressOf = clientAddresses(config.trustedProxies, log)
  const failedAuthentications = new FailedAuthentications({
    log,
    monotonic: () => time.monotonic(),
    onFailure: (reason) => metrics?.countFailedAuthentication(reason),
  })
  const publicUrl = () => config.publicUrl ?? url
  const checkout = config.roles.has('checkout')
    ? openCheckout({
        ...{ config, context, store, feed, addressOf, limits, streamCounts, publicUrl },
        isStopping: () => isStopping,
      })
    : undefined
  const pagesParts = { config, context, store, addressOf, limits, isStopping: () => isStopping }
  const funds =
    metrics !== undefined || hasConsole(config) ? new WalletFunds(() => time.monotonic()) : undefined
  const operatorConsole = openConsole({
    ...pagesParts,
    networks: {
      chains: chains.all,
      positionOf: (id) => health.positionOf(id),
      fundsOf: (id) => funds?.find(id),
    },
    publicUrl,
  })
  const app = await createHttpApp({
    ...apiServices({
      config,
      context,
      store,
      feed,
      deliveryFeed,
      streams,
      keyUse,
      limits,
      addressOf,
      checkout,
      console: operatorConsole,
      dashboard: (calls) => openDashboard({ ...pagesParts, publicUrl }, calls),
      failedAuthentications,
      movableClock,
      publicUrl,
      validateResponses: options.validateResponses ?? false,
    }),
    log,
    hstsSeconds: config.hstsSeconds,
    isDraining: () => isDraining,
    isStopping: () => isStopping,
    failingChecks: (isForApi) => readiness.failing(isForApi),
    report: metrics && ((request) => metrics.countRequest(request)),
  })
  const listener = createHttpServer(app, {
    keepAliveSeconds: config.keepAliveSeconds,
    peerOf: connectionPeers(config.trustedProxies),
    log,
    now: () => time.monotonic(),
  })
  const { http } = listener

  const workerStore = store.forWorkers()
  const dispatcher = openWebhooks(workerStore, {
    config,
    context,
    log,
    metrics,
    // A caller that ticks the workers itself decides when deliveries run.
    isServing: () => runWorkers && performance.now() < listener.lastRequestAt() + SERVING_MS,
    wake: () => wakeDispatcher(),
  })
  if (options.droppedLogLines) metrics?.watchLog(options.droppedLogLines)
  const hasWorkers = config.roles.has('workers')
  // A caller that ticks the workers itself decides which server works.
  const leases = runWorkers
    ? openLeases(workerStore, {
        ...{ config, chains: chains.all, health, wakeWorkers, log },
        holder: ids.uuid(),
        monotonic: () => time.monotonic(),
      })
    : undefined
  const { addressLimit } = context.policy
  const isAsked = (id: ChainId) => hasWorkers && (!leases || leases.held(id) !== undefined)
  if (funds) metrics?.watchNetworks({ chains: chains.all, health, store, isAsked, addressLimit, funds })
  metrics?.watchStore(store)
  metrics?.watchAttention(store, context)
  metrics?.watchStreams({ api: () => streams.size, checkout: () => checkout?.streams.size ?? 0 })
  const prover = ledgerProver(workerStore, context, {
    prove: proverOf(config.database, options.proveLedger ?? proveLedger, storeOptions.onDamage),
    hour: config.ledgerVerifyHour,
    log,
  })
  const history = historyWatch(workerStore, context, { newest, onChange: wakeWorkers })
  const attention = attentionWorkers(workerStore, { config, context, log })
  const requireOwnVersion = createOwnVersionCheck()
  const { onNewerDatabase = () => undefined } = options
  const workers = workersOf(workerStore, context, chains.all, {
    config,
    keyUse,
    dispatcher,
    prover,
    leases,
    funds,
    attention,
    history,
  })
  const watch = newerDatabaseWatch(workerStore, requireOwnVersion, onNewerDatabase)
  const readiness = openReadiness(store, {
    ...{ config, context, chains: chains.all, health, leases, dispatcher, loops, requireOwnVersion, log },
    isStopping: () => isDraining,
  })
  // Without it the first orders would be refused, because no network counts as followed yet.
  await leases?.tick().catch((error: unknown) => log.warn({ err: error }, 'leases of the networks not read'))
  metrics?.watchReadiness(readiness)
  const metricsUrl = await metrics?.listen({ host: config.host, port: config.metricsPort ?? 0 })
  url = await listen(http, config)
  // The first requests are the slowest, since V8 still has to compile their code. Deliveries yield to them too.
  listener.noteRequest()
  if (runWorkers)
    for (const worker of [...workers, watch])
      loops.set(worker, new WorkerLoop(worker, log, () => time.monotonic()))
  wakeDispatcher = () => loops.get(dispatcher)?.wake()
  log.info({ url, metricsUrl }, 'listening')

  return {
    url,
    metricsUrl,
    workers,
    dispatcher,
    stop: () =>
      stopServer({
        ...{ http, drainSeconds: config.drainSeconds, log },
        drain() {
          isDraining = true
        },
        refuse() {
          isStopping = true
        },
        endLoops: () => Promise.all([...loops.values()].map((loop) => loop.stop())),
        releaseLeases: () => leases?.release(),
        endStreams() {
          streams.endAll()
          checkout?.streams.endAll()
        },
        drainDeliveries: (graceMs) => dispatcher.drain(graceMs),
        endGuard: () => listener.endGuard(),
        recordKeyUse: () => keyUseRecorder(store, keyUse).tick(AbortSignal.abort()),
        recordStop: () => (isAlone ? recordStop(store, clock) : undefined),
        async close() {
          await metrics?.close()
          await counts.close()
          await store.close()
          unlock()
        },
      }),
  }
}
