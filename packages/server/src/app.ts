import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { apiServices } from './compose/api.js'
import { attentionWorkers } from './compose/attention.js'
import { openChains, requireWallets } from './compose/chains.js'
import { openCheckout } from './compose/checkout.js'
import { hasConsole, openConsole } from './compose/console.js'
import { openDashboard } from './compose/dashboard.js'
import { Hints } from './compose/hints.js'
import { type ProveLedger, proveLedger } from './compose/ledger-proof.js'
import { newerDatabaseWatch } from './compose/newer-database-watch.js'
import { restoreClock } from './compose/restored-clock.js'
import { openScreeners, screeningOf } from './compose/screening.js'
import { openSharedCounts } from './compose/shared-counts.js'
import { openWebhooks } from './compose/webhooks.js'
import { workersOf } from './compose/workers.js'
import { masterKeyOf, requireMasterKey } from './config/master-key.js'
import { policyOf } from './config/policy-of-settings.js'
import type { Config } from './config/settings.js'
import { ChainHealth } from './domain/chain/chain-health.js'
import type { Context } from './domain/context.js'
import type { LedgerReport } from './domain/ledger/ledger-verify.js'
import { KeyUse } from './domain/merchants/key-use.js'
import type { Order } from './domain/orders/order.js'
import { MovableClock } from './domain/sandbox/movable-clock.js'
import { bindSecrets } from './domain/secrets/unbound-secrets.js'
import { STREAMS_PER_KEY, STREAMS_PER_SCOPE, STREAMS_PER_SUBJECT } from './domain/shared/policy.js'
import type { ChainId, Clock, Ids } from './domain/shared/types.js'
import { createVault } from './domain/shared/vault.js'
import type { Store } from './domain/store/store.js'
import { WalletFunds } from './domain/withdrawals/wallet-funds.js'
import { createHttpApp } from './http/app.js'
import { clientAddresses, connectionPeers } from './http/client-address.js'
import { FailedAuthentications } from './http/failed-authentications.js'
import { createHttpServer } from './http/http-server.js'
import { Feed } from './http/streams/feed.js'
import { OpenStreams } from './http/streams/open-streams.js'
import {
  Readiness,
  requireFollowed,
  requireOnTime,
  requireRecovered,
  requireSound,
  requireTicks,
} from './observability/readiness.js'
import { watchedStore } from './observability/watched-store.js'
import { type ClockChange, MACHINE_TIME, steadyClock, type TimeSource } from './runtime/clock.js'
import { systemIds } from './runtime/ids.js'
import { listen } from './runtime/listen.js'
import { RETRY_AT_START, type RetryOptions, whenReachable } from './storage/database-unreachable.js'
import {
  createOwnVersionCheck,
  type DatabaseLocation,
  exposedFiles,
  lockForServer,
  type OpenOptions,
  openStore,
} from './storage/open.js'
import { keyUseRecorder } from './workers/api-keys/key-use-recorder.js'
import { NetworkLeases } from './workers/chain/network-leases.js'
import { ledgerProver } from './workers/ledger/ledger-prover.js'
import type { WebhookDispatcher } from './workers/webhooks/webhook-dispatcher.js'
import { type Worker, WorkerLoop } from './workers/worker.js'

const SECOND_MS = 1_000
/** For this long after a request, webhook deliveries yield to further requests. */
const SERVING_MS = 250
/** How long a stop waits for webhook attempts in flight, and then again for calls in flight. */
const DRAIN_MS = 5_000
/** EX_IOERR of sysexits.h. */
const EXIT_DAMAGED = 74

const CLOCK_CHANGES: Readonly<Record<Parameters<ClockChange>[0], string>> = {
  set: 'the machine clock was set; the server keeps the old time until the new one has lasted a minute',
  returned: 'the machine clock returned to the old time',
  followed: 'the server adopted the new time of the machine clock',
  slept: 'the machine slept; the server adopted the time of its clock',
}

export interface ServerOptions {
  readonly config: Config
  readonly log: Logger
  /** Returns how many log lines could not be written, for the metrics. */
  readonly droppedLogLines?: () => number
  /** Replaces the steady clock over `time`. */
  readonly clock?: Clock
  /** Replaces the clocks of the machine. */
  readonly time?: TimeSource
  readonly ids?: Ids
  /** False if the caller ticks the workers itself. */
  readonly runWorkers?: boolean
  readonly validateResponses?: boolean
  /** Called once when a newer version has migrated the database so that this server must stop. */
  readonly onNewerDatabase?: (error: Error) => void
  /** How long to wait for a database that is not reachable yet. */
  readonly databaseRetry?: RetryOptions
  /** Replaces the proof of the ledger in this thread. */
  readonly proveLedger?: ProveLedger
  /** Replaces the function that opens the store. */
  readonly openStore?: (options: OpenOptions) => Promise<Store>
}

/** A running server. */
export interface Server {
  readonly url: string
  /** URL of the metrics, if they are served. */
  readonly metricsUrl: string | undefined
  readonly workers: readonly Worker[]
  readonly dispatcher: WebhookDispatcher
  /** Lets running calls end, releases leases and closes the database. */
  stop(): Promise<void>
}

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
  const machineClock =
    options.clock ??
    steadyClock(time, (change, ms) => {
      log.warn({ ms }, CLOCK_CHANGES[change])
      if (change === 'set') metrics?.countClockStep()
    })
  const movableClock = config.isClockMovable ? new MovableClock(machineClock) : undefined
  const clock = movableClock ?? machineClock
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
  const masterKey = masterKeyOf(config)
  const feed = new Feed<Order>()
  const deliveryFeed = new Feed()
  const keyUse = new KeyUse()
  const loops = new Map<Worker, WorkerLoop>()
  let wakeDispatcher: () => void = () => undefined
  const hints = new Hints({ feed, deliveryFeed, wakeDispatcher: () => wakeDispatcher(), log })
  const storeOptions: OpenOptions = {
    database: config.database,
    now: clock.real(),
    hints,
    onCommit(committed) {
      const { orders, environments, deliveries, clock: moved } = committed
      metrics?.countCommit(committed)
      try {
        for (const order of orders) feed.publish(order.id, order)
        if (deliveries) wakeDispatcher()
        for (const scope of environments) deliveryFeed.publish(scope)
        if (moved) {
          movableClock?.become(moved)
          for (const loop of loops.values()) loop.wake()
        }
      } catch (error) {
        // The commit is durable, even if a listener failed.
        log.error({ err: error }, 'streams and workers were not woken after a commit')
      }
    },
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
  const chains = await openChains(config, { store, clock, ids, health, log })
  const vault = createVault(masterKey, config.masterKeyPrevious)
  const bound = await bindSecrets(store, vault)
  if (bound > 0)
    log.info(
      { secrets: bound },
      'secrets of an earlier version were encrypted again, bound to their merchants',
    )
  await requireMasterKey(store, vault)
  const context: Context = {
    clock,
    ids,
    vault,
    policy: policyOf(config),
    chain: chains.find,
    sandbox: chains.findSandbox,
    screening: screeningOf(screeners, { chain: chains.find, clock }, log),
    health,
  }
  // A SQLite file has one server, so leases of an earlier process are obsolete. On PostgreSQL other servers may hold leases.
  if (config.database.engine === 'sqlite') await store.write((tx) => tx.webhookDeliveries.release())

  let url = '' // read from the system once, since every order contains it
  let isDraining = false
  let isStopping = false
  const addressOf = clientAddresses(config.trustedProxies, log)
  const failedAuthentications = new FailedAuthentications({
    log,
    monotonic: () => time.monotonic(),
    onFailure: (reason) => metrics?.countFailedAuthentication(reason),
  })
  const checkout = config.roles.has('checkout')
    ? openCheckout({
        ...{ config, context, store, feed, addressOf, limits, streamCounts },
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
    publicUrl: () => config.publicUrl ?? url,
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
      dashboard: (calls) => openDashboard({ ...pagesParts, publicUrl: () => config.publicUrl ?? url }, calls),
      failedAuthentications,
      movableClock,
      publicUrl: () => config.publicUrl ?? url,
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
  // A SQLite file has one server. A caller that ticks the workers itself decides which server works.
  const leases =
    config.database.engine === 'postgres' && runWorkers
      ? new NetworkLeases(workerStore, {
          chains: chains.all,
          health,
          holder: ids.uuid(),
          isFollowing: hasWorkers,
          monotonic: () => time.monotonic(),
          onTaken({ environment, network }) {
            log.info({ environment, network }, 'follows the network for all servers')
            for (const loop of loops.values()) loop.wake()
          },
          onLost: ({ environment, network }) =>
            log.info({ environment, network }, 'leaves the network to other servers'),
        })
      : undefined
  const { addressLimit } = context.policy
  const isAsked = (id: ChainId) => hasWorkers && (!leases || leases.held(id) !== undefined)
  if (funds) metrics?.watchNetworks({ chains: chains.all, health, store, isAsked, addressLimit, funds })
  metrics?.watchStore(store)
  metrics?.watchAttention(store, clock)
  metrics?.watchStreams({ api: () => streams.size, checkout: () => checkout?.streams.size ?? 0 })
  const prover = ledgerProver(workerStore, context, {
    prove: proverOf(config.database, options.proveLedger ?? proveLedger, storeOptions.onDamage),
    hour: config.ledgerVerifyHour,
    log,
  })
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
  })
  const watch = newerDatabaseWatch(workerStore, requireOwnVersion, onNewerDatabase)
  // A sandbox network has no nodes, so it cannot be behind.
  const nodeChains = chains.all.filter((chain) => !context.sandbox(chain))
  const readiness = new Readiness(
    {
      database: () => store.write((tx) => tx.health.probeWrite()),
      migrations: async () => requireOwnVersion(await store.read((tx) => tx.health.listMigrations())),
      master_key: () => requireMasterKey(store, vault),
      networks: () =>
        requireFollowed(
          nodeChains,
          store,
          (id) => health.positionOf(id),
          (id) => leases?.isFollowed(id) ?? true,
        ),
      deliveries: async () => (hasWorkers ? requireOnTime(await dispatcher.oldestDueMs()) : undefined),
      workers: () => requireTicks([...loops.values()]),
      ledger: async () => requireSound(await store.read((tx) => tx.ledgerProofs.find())),
      recovering: async () => requireRecovered(await store.read((tx) => tx.recoveries.findOpen())),
    },
    { clock, log, isStopping: () => isDraining },
  )
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
    async stop() {
      isDraining = true
      // Errors of these steps, such as a full disk, must not keep the server from closing. Leases expire by themselves.
      const attempt = (work: Promise<unknown>) =>
        work.catch((error: unknown) => log.error({ err: error }, 'a step of the stop failed'))
      // Other servers take the work over while this one still answers.
      const ended = Promise.all([...loops.values()].map((loop) => loop.stop()))
      const released = attempt(ended.then(() => leases?.release()))
      if (config.drainSeconds > 0) await sleep(config.drainSeconds * SECOND_MS)
      isStopping = true
      const closed = new Promise((resolve) => http.close(resolve))
      http.keepAliveTimeout = 1 // closes each connection after its call in flight
      streams.endAll()
      checkout?.streams.endAll()
      await released
      await attempt(dispatcher.drain(DRAIN_MS))
      http.closeIdleConnections()
      const drainTimer = setTimeout(() => http.closeAllConnections(), DRAIN_MS)
      await closed
      clearTimeout(drainTimer)
      listener.endGuard()
      await attempt(keyUseRecorder(store, keyUse).tick(AbortSignal.abort()))
      await metrics?.close()
      await counts.close()
      await store.close()
      unlock()
    },
  }
}

/** Makes damage that only the proof of the ledger finds end the server, as any other damage does. */
const proverOf =
  (database: DatabaseLocation, prove: ProveLedger, onDamage: (error: Error) => void) =>
  async (signal: AbortSignal): Promise<LedgerReport> => {
    try {
      return await prove(database, signal)
    } catch (error) {
      // Compared by name: the class would load the driver, and an error of a thread is a copy.
      if (error instanceof Error && error.name === 'DatabaseDamaged') onDamage(error)
      throw error
    }
  }
