import { createServer } from 'node:http'
import type { Logger } from 'pino'
import { apiServices } from './compose/api.js'
import { openChains, requireWallets } from './compose/chains.js'
import { openCheckout } from './compose/checkout.js'
import { type ProveLedger, proveLedger } from './compose/ledger-proof.js'
import { openJudges, screeningOf } from './compose/screening.js'
import { openWebhooks } from './compose/webhooks.js'
import { workersOf } from './compose/workers.js'
import { masterKeyOf, requireMasterKey } from './config/master-key.js'
import { policyOf } from './config/policy-of-settings.js'
import type { Config } from './config/settings.js'
import { ChainHealth } from './domain/chain/chain-health.js'
import type { Context } from './domain/context.js'
import type { LedgerReport } from './domain/ledger/ledger-verify.js'
import { KeyUse } from './domain/merchants/api-keys.js'
import type { Order } from './domain/orders/order.js'
import { bindSecrets } from './domain/secrets/unbound-secrets.js'
import { STREAMS_PER_KEY, STREAMS_PER_SCOPE, STREAMS_PER_SUBJECT } from './domain/shared/policy.js'
import type { Clock, Ids } from './domain/shared/types.js'
import { createVault } from './domain/shared/vault.js'
import type { Store } from './domain/store/store.js'
import { createHttpApp } from './http/app.js'
import { clientAddresses, connectionPeers } from './http/client-address.js'
import { ConnectionGuard, type ConnectionLimits } from './http/connections.js'
import { Feed } from './http/streams/feed.js'
import { OpenStreams } from './http/streams/open-streams.js'
import {
  Readiness,
  requireFollowed,
  requireOnTime,
  requireSound,
  requireTicks,
} from './observability/readiness.js'
import { type ClockChange, MACHINE_TIME, steadyClock, type TimeSource } from './runtime/clock.js'
import { systemIds } from './runtime/ids.js'
import { listen } from './runtime/listen.js'
import { RETRY_AT_START, type RetryOptions, whenReachable } from './storage/database-unreachable.js'
import {
  type DatabaseLocation,
  exposedFiles,
  lockForServer,
  type OpenOptions,
  openStore,
  createOwnVersionCheck,
} from './storage/open.js'
import { keyUseRecorder } from './workers/api-keys/key-use-recorder.js'
import { ledgerProver } from './workers/ledger/ledger-prover.js'
import type { WebhookDispatcher } from './workers/webhooks/webhook-dispatcher.js'
import { type Worker, WorkerLoop } from './workers/worker.js'

const SECOND_MS = 1_000
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 15_000
/** How often Node looks for requests that are too slow: with its default of 30 s they last four times as long. */
const SLOW_CHECK_MS = 2_000
const GUARD_EVERY_MS = 200
/** As many as nginx allows. */
const REQUESTS_PER_CONNECTION = 1_000
const CONNECTION_LIMITS: ConnectionLimits = {
  connections: 10_000,
  unanswered: 4,
  incompletePerPeer: 200,
  endedPerSweep: 250,
  graceMs: 1_000,
  slowMs: HEADERS_TIMEOUT_MS,
  stallMs: 30_000,
  logEveryMs: 60_000,
}
/** So long after a request webhooks leave room for others. */
const SERVING_MS = 250
/** On stop, attempts in flight get this long to end by themselves, and then calls in flight. */
const DRAIN_MS = 5_000
/** EX_IOERR of sysexits.h. */
const EXIT_DAMAGED = 74

const CLOCK_CHANGES: Readonly<Record<Parameters<ClockChange>[0], string>> = {
  set: 'the clock was set; the old time goes on for a minute',
  returned: 'the clock returned to the old time',
  followed: 'the clock is followed',
  slept: 'the machine slept; its clock is followed',
}

export interface ServerOptions {
  readonly config: Config
  readonly log: Logger
  /** How many log lines could not be written, for the metrics. */
  readonly droppedLogLines?: () => number
  /** Instead of the clock of `time` without its jumps. */
  readonly clock?: Clock
  /** Instead of the clocks of the machine. */
  readonly time?: TimeSource
  readonly ids?: Ids
  /** False where somebody else calls `tick`. */
  readonly runWorkers?: boolean
  readonly validateResponses?: boolean
  /** How long to wait for a database that is not there yet. */
  readonly patience?: RetryOptions
  /** Instead of a proof of the ledger in this thread. */
  readonly proveLedger?: ProveLedger
  /** Opens the store in another way than `serve` does. */
  readonly openStore?: (options: OpenOptions) => Promise<Store>
}

/** A running server. */
export interface Server {
  readonly url: string
  /** Where the numbers are, if anywhere. */
  readonly metricsUrl: string | undefined
  readonly workers: readonly Worker[]
  readonly dispatcher: WebhookDispatcher
  /** Lets running calls end, gives leases back, closes the database. */
  stop(): Promise<void>
}

/**
 * Wires every part together and listens: config → store, chains, policy, http, workers.
 *
 * @throws DatabaseUnreachable when there is no database within the time that `patience` gives it
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { config, log, time = MACHINE_TIME, runWorkers = true } = options
  // Loaded where they are asked for: they would add to every start.
  const metrics =
    config.metricsPort === undefined ? undefined : new (await import('./observability/metrics.js')).Metrics()
  const clock =
    options.clock ??
    steadyClock(time, (what, ms) => {
      log.warn({ ms }, CLOCK_CHANGES[what])
      if (what === 'set') metrics?.countClockStep()
    })
  const ids = options.ids ?? systemIds(clock)
  requireWallets(config)
  const judges = await openJudges(config, log)
  const unlock = await lockForServer(config.database)
  const exposed = exposedFiles(config.database)
  if (exposed.length > 0) log.warn({ files: exposed }, 'every user of this machine can open these: chmod 600')
  const masterKey = masterKeyOf(config)
  const feed = new Feed<Order>()
  const deliveryFeed = new Feed()
  const streams = new OpenStreams({
    key: STREAMS_PER_KEY,
    subject: STREAMS_PER_SUBJECT,
    scope: STREAMS_PER_SCOPE,
  })
  const keyUse = new KeyUse()
  const loops = new Map<Worker, WorkerLoop>()
  let wakeDispatcher: () => void = () => undefined
  const storeOptions: OpenOptions = {
    database: config.database,
    now: clock.real(),
    onCommit({ orders, environments: told, deliveries }) {
      try {
        for (const order of orders) feed.publish(order.id, order)
        if (deliveries) wakeDispatcher()
        for (const scope of told) deliveryFeed.publish(scope)
      } catch (error) {
        // What was told durable is durable, whether or not those who wait could be told.
        log.error({ err: error }, 'wake-up failed')
      }
    },
    onDamage(error) {
      log.fatal({ err: error }, 'the database may be damaged')
      process.exit(EXIT_DAMAGED)
    },
  }
  const store = await whenReachable(
    () => (options.openStore ?? openStore)(storeOptions),
    options.patience ?? RETRY_AT_START,
    (error) => log.warn({ reason: error.message }, 'waiting for the database'),
  )
  const health = new ChainHealth(() => performance.now())
  const chains = await openChains(config, { store, clock, ids, health, log })
  const vault = createVault(masterKey, config.masterKeyPrevious)
  const bound = await bindSecrets(store, vault)
  if (bound > 0) log.info({ secrets: bound }, 'secrets of an earlier version were sealed for their merchants')
  await requireMasterKey(store, vault)
  const context: Context = {
    clock,
    ids,
    vault,
    policy: policyOf(config),
    chain: chains.find,
    sandbox: chains.findSandbox,
    screening: screeningOf(judges, { chain: chains.find, clock }, log),
    health,
  }
  // The only server of a file: whoever claimed a delivery before is gone. On PostgreSQL others may be at work.
  if (config.database.engine === 'sqlite') await store.write((tx) => tx.webhookDeliveries.release())

  const http = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: SLOW_CHECK_MS,
    keepAliveTimeout: config.keepAliveSeconds * SECOND_MS,
  })
  http.maxRequestsPerSocket = REQUESTS_PER_CONNECTION
  const guard = new ConnectionGuard(http, {
    limits: CONNECTION_LIMITS,
    peerOf: connectionPeers(config.trustedProxies),
    log,
    now: () => time.monotonic(),
  })
  const guarding = setInterval(() => guard.sweep(), GUARD_EVERY_MS).unref()
  let url = '' // asked of the system once: it is in every order
  let isStopping = false
  const addressOf = clientAddresses(config.trustedProxies, log)
  const checkout = openCheckout({ config, context, store, feed, addressOf, isStopping: () => isStopping })
  const app = await createHttpApp({
    ...apiServices({
      config,
      context,
      store,
      feed,
      deliveryFeed,
      streams,
      keyUse,
      addressOf,
      checkout,
      publicUrl: () => config.publicUrl ?? url,
      validateResponses: options.validateResponses ?? false,
    }),
    log,
    hstsSeconds: config.hstsSeconds,
    isStopping: () => isStopping,
    failingChecks: (isForApi) => readiness.failing(isForApi),
  })
  let requestAt = Number.NEGATIVE_INFINITY
  http.on('request', (request, response) => {
    if (!guard.admit(request, response)) return
    requestAt = performance.now()
    app(request, response)
  })

  const workerStore = store.forWorkers()
  const dispatcher = openWebhooks(workerStore, {
    config,
    context,
    log,
    metrics,
    // Whoever runs the workers himself says when there is time for them.
    isServing: () => runWorkers && performance.now() < requestAt + SERVING_MS,
    wake: () => wakeDispatcher(),
  })
  if (options.droppedLogLines) metrics?.watchLog(options.droppedLogLines)
  const { addressLimit } = context.policy
  metrics?.watchNetworks({ chains: chains.all, health, store, addressLimit })
  metrics?.watchLedger(store)
  const prover = ledgerProver(workerStore, context, {
    prove: proverOf(config.database, options.proveLedger ?? proveLedger, storeOptions.onDamage),
    hour: config.ledgerVerifyHour,
    log,
  })
  const workers = workersOf(workerStore, context, chains.all, { config, keyUse, dispatcher, prover })
  const requireOurVersion = createOwnVersionCheck()
  // A sandbox has no head of its own to be behind.
  const fromNodes = chains.all.filter((chain) => !context.sandbox(chain))
  const readiness = new Readiness(
    {
      database: () => store.write((tx) => tx.health.probeWrite()),
      migrations: async () => requireOurVersion(await store.read((tx) => tx.health.listMigrations())),
      master_key: () => requireMasterKey(store, vault),
      networks: () => requireFollowed(fromNodes, store, (id) => health.positionOf(id)),
      deliveries: async () => requireOnTime(await dispatcher.oldestDueMs()),
      workers: () => requireTicks([...loops.values()]),
      ledger: async () => requireSound(await store.read((tx) => tx.ledgerProofs.find())),
    },
    { clock, log, isStopping: () => isStopping },
  )
  const metricsUrl = await metrics?.listen({ host: config.host, port: config.metricsPort ?? 0 })
  url = await listen(http, config)
  // Its first requests are the slowest, since V8 has still to compile what they run: it starts as if there had been one.
  requestAt = performance.now()
  if (runWorkers)
    for (const worker of workers) loops.set(worker, new WorkerLoop(worker, log, () => time.monotonic()))
  wakeDispatcher = () => loops.get(dispatcher)?.wake()
  log.info({ url, metricsUrl }, 'listening')

  return {
    url,
    metricsUrl,
    workers,
    dispatcher,
    async stop() {
      isStopping = true
      const closed = new Promise((resolve) => http.close(resolve))
      http.keepAliveTimeout = 1 // calls in flight are the last of their connections
      streams.endAll()
      checkout.streams.endAll()
      await Promise.all([...loops.values()].map((loop) => loop.stop()))
      // Nice to have: a full disk must not keep the server from closing. Claims end by themselves.
      const attempt = (work: Promise<unknown>) =>
        work.catch((error: unknown) => log.error({ err: error }, 'stopping'))
      await attempt(dispatcher.drain(DRAIN_MS))
      http.closeIdleConnections()
      const impatience = setTimeout(() => http.closeAllConnections(), DRAIN_MS)
      await closed
      clearTimeout(impatience)
      clearInterval(guarding)
      guard.writeLog()
      await attempt(keyUseRecorder(store, keyUse).tick(AbortSignal.abort()))
      await metrics?.close()
      await store.close()
      unlock()
    },
  }
}

/** Damage that only the proof meets ends the server as any other does. */
const proverOf =
  (database: DatabaseLocation, prove: ProveLedger, onDamage: (error: Error) => void) =>
  async (signal: AbortSignal): Promise<LedgerReport> => {
    try {
      return await prove(database, signal)
    } catch (error) {
      // By name: the class belongs to the driver, and an error of a thread is a copy.
      if (error instanceof Error && error.name === 'DatabaseDamaged') onDamage(error)
      throw error
    }
  }
