import { fieldOf } from '../config/network-settings.js'
import type { Config } from '../config/settings.js'
import type { Chain } from '../domain/chain/chain.js'
import type { Store } from '../domain/store/store.js'
import { descriptionOf } from '../networks/networks.js'
import { keyUseRecorder } from '../workers/api-keys/key-use-recorder.js'
import { type BlockTime, chainWatcher } from '../workers/chain/chain-watcher.js'
import { type NetworkLeases, whileHeld } from '../workers/chain/network-leases.js'
import { nodeWatch } from '../workers/chain/node-watch.js'
import { chainProver } from '../workers/ledger/chain-prover.js'
import { type LedgerProver, ledgerProver } from '../workers/ledger/ledger-prover.js'
import { noticeWriter } from '../workers/notices/notice-writer.js'
import { chainOrderExpirer, orderExpirer } from '../workers/orders/order-expirer.js'
import { historyWatch } from '../workers/recovery/history-watch.js'
import { eventNumberer } from '../workers/webhooks/event-numberer.js'
import type { WebhookDispatcher } from '../workers/webhooks/webhook-dispatcher.js'
import { webhookPurger } from '../workers/webhooks/webhook-purger.js'
import { walletFundsReader } from '../workers/withdrawals/wallet-funds-reader.js'
import { withdrawalSender } from '../workers/withdrawals/withdrawal-sender.js'
import type { Worker } from '../workers/worker.js'
import { attentionWorkers } from './attention.js'
import { openLeases } from './leases.js'
import { proveLedger, proverOf } from './ledger-proof.js'
import { messageWorkers } from './messages.js'
import type { ServerParts } from './parts.js'
import { rateWorkers } from './rates.js'
import type { ServerOptions } from './server.js'
import { openWebhooks } from './webhooks.js'

/** Builds the workers of a server. Those of a network tick only while the server holds its lease. */
export function openWorkers(options: ServerOptions, parts: ServerParts) {
  const { config, log, runWorkers = true } = options
  const { base, database, context, chains, health, requests, loops } = parts
  const store = database.store.forWorkers()
  const dispatcher = openWebhooks(store, {
    ...{ config, context, log, metrics: base.metrics, loops },
    // A caller that ticks the workers itself decides when deliveries run, and which server works.
    isServing: () => runWorkers && requests.isRecent(),
    send: options.sendWebhook,
  })
  const leases = runWorkers
    ? openLeases(store, {
        ...{ config, chains, health, loops, log },
        holder: base.ids.uuid(),
        monotonic: () => base.time.monotonic(),
      })
    : undefined
  const prover = ledgerProver(store, context, {
    prove: proverOf(config.database, options.proveLedger ?? proveLedger, database.onDamage),
    hour: config.ledgerVerifyHour,
    log,
  })
  const ofProcess = [
    historyWatch(store, context, { newest: database.newest, onChange: () => loops.wake() }),
    ...(leases ? [leases] : []),
    keyUseRecorder(store, parts.keyUse),
  ]
  const workers = config.roles.has('workers')
    ? [...ofRole(store, options, parts, { dispatcher, leases, prover }), ...ofProcess]
    : ofProcess
  return { dispatcher, leases, workers }
}

interface RoleParts {
  readonly dispatcher: WebhookDispatcher
  readonly leases: NetworkLeases | undefined
  readonly prover: LedgerProver
}

/** Returns the times of a network's blocks; undefined for a chain with times of its own, such as a development node's. */
function blockTimeOf(config: Config, { environment, network }: Chain): BlockTime | undefined {
  const { blockMs, arrivalMs, pollMs, chains } = descriptionOf(network)
  const known = [chains.live, chains.test, ...chains.others].map(({ chainId }) => chainId)
  const field = fieldOf(environment, network)
  const isPublic = config[field] === 'rpc' && known.includes(config[`${field}ChainId`])
  return isPublic && blockMs > pollMs ? { blockMs, arrivalMs } : undefined
}

/** Builds the workers that only a server with the role of workers has. */
function ofRole(
  store: Store,
  { config, log, fetchRates }: ServerOptions,
  { state, context, chains, funds }: ServerParts,
  { dispatcher, leases, prover }: RoleParts,
): Worker[] {
  const everyMs = (chain: Chain) =>
    context.sandbox(chain) ? Math.min(config.sandboxBlockMs, 1_000) : descriptionOf(chain.network).pollMs
  const perNetwork = (build: (chain: Chain) => Worker) =>
    chains.map((chain) => (leases ? whileHeld(leases, chain, build(chain)) : build(chain)))
  return [
    ...perNetwork((chain) => chainWatcher(store, context, chain, everyMs(chain), blockTimeOf(config, chain))),
    ...perNetwork((chain) => nodeWatch(store, context, chain)),
    prover,
    ...perNetwork((chain) => chainProver(store, context, chain, log)),
    ...perNetwork((chain) =>
      withdrawalSender(store, context, chain, { everyMs: everyMs(chain), isProven: () => prover.hasProven }),
    ),
    ...perNetwork((chain) => chainOrderExpirer(store, context, chain)),
    orderExpirer(store, context),
    dispatcher,
    eventNumberer(store, context),
    webhookPurger(store, context),
    ...rateWorkers(store, { config, context, fetch: fetchRates }),
    ...attentionWorkers(store, { config, context, log }),
    ...(context.policy.noticeChannels.length > 0 ? [noticeWriter(store, context)] : []),
    ...messageWorkers(store, { config, context, log, publicUrl: () => config.publicUrl ?? state.url }),
    ...(funds ? perNetwork((chain) => walletFundsReader(store, context, { chain, funds })) : []),
  ]
}
