import type { Config } from '../config/settings.js'
import type { Chain } from '../domain/chain/chain.js'
import type { Context } from '../domain/context.js'
import type { KeyUse } from '../domain/merchants/key-use.js'
import type { Store } from '../domain/store/store.js'
import type { WalletFunds } from '../domain/withdrawals/wallet-funds.js'
import { descriptionOf } from '../networks/networks.js'
import { keyUseRecorder } from '../workers/api-keys/key-use-recorder.js'
import { chainWatcher } from '../workers/chain/chain-watcher.js'
import { type NetworkLeases, whileHeld } from '../workers/chain/network-leases.js'
import type { LedgerProver } from '../workers/ledger/ledger-prover.js'
import { chainOrderExpirer, orderExpirer } from '../workers/orders/order-expirer.js'
import type { WebhookDispatcher } from '../workers/webhooks/webhook-dispatcher.js'
import { webhookPurger } from '../workers/webhooks/webhook-purger.js'
import { walletFundsReader } from '../workers/withdrawals/wallet-funds-reader.js'
import { withdrawalSender } from '../workers/withdrawals/withdrawal-sender.js'
import type { Worker } from '../workers/worker.js'

interface WorkerParts {
  readonly config: Config
  readonly keyUse: KeyUse
  readonly dispatcher: WebhookDispatcher
  readonly prover: LedgerProver
  /** Undefined if this server follows every network without asking others. */
  readonly leases: NetworkLeases | undefined
  readonly attention: readonly Worker[]
  readonly history: Worker
  /** Undefined if nothing shows the funds of the hot wallets, which are then not read. */
  readonly funds: WalletFunds | undefined
}

/** Builds the workers of a server. Those of a network tick only while the server holds its lease. */
export function workersOf(
  store: Store,
  context: Context,
  chains: readonly Chain[],
  { config, keyUse, dispatcher, prover, leases, attention, history, funds }: WorkerParts,
): Worker[] {
  const everyMs = (chain: Chain) =>
    context.sandbox(chain) ? Math.min(config.sandboxBlockMs, 1_000) : descriptionOf(chain.network).pollMs
  const perNetwork = (build: (chain: Chain) => Worker) =>
    chains.map((chain) => (leases ? whileHeld(leases, chain, build(chain)) : build(chain)))
  const ofProcess = [history, ...(leases ? [leases] : []), keyUseRecorder(store, keyUse)]
  if (!config.roles.has('workers')) return ofProcess
  return [
    ...perNetwork((chain) => chainWatcher(store, context, chain, everyMs(chain))),
    prover,
    ...perNetwork((chain) =>
      withdrawalSender(store, context, chain, { everyMs: everyMs(chain), isProven: () => prover.hasProven }),
    ),
    ...perNetwork((chain) => chainOrderExpirer(store, context, chain)),
    orderExpirer(store, context),
    dispatcher,
    webhookPurger(store, context),
    ...attention,
    ...(funds ? perNetwork((chain) => walletFundsReader(store, chain, funds)) : []),
    ...ofProcess,
  ]
}
