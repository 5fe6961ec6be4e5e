import type { Logger } from 'pino'
import { requireMasterKey } from '../config/master-key.js'
import type { Config } from '../config/settings.js'
import type { Chain } from '../domain/chain/chain.js'
import type { ChainHealth } from '../domain/chain/chain-health.js'
import type { Context } from '../domain/context.js'
import type { Store } from '../domain/store/store.js'
import type { AppliedMigrations } from '../domain/store/system-tables.js'
import {
  Readiness,
  requireFollowed,
  requireOnTime,
  requireRecovered,
  requireSound,
  requireTicks,
} from '../observability/readiness.js'
import type { NetworkLeases } from '../workers/chain/network-leases.js'
import type { WebhookDispatcher } from '../workers/webhooks/webhook-dispatcher.js'
import type { Worker, WorkerLoop } from '../workers/worker.js'

interface ReadinessParts {
  readonly config: Config
  readonly context: Context
  readonly chains: readonly Chain[]
  readonly health: ChainHealth
  readonly leases: NetworkLeases | undefined
  readonly dispatcher: WebhookDispatcher
  readonly loops: ReadonlyMap<Worker, WorkerLoop>
  readonly requireOwnVersion: (applied: AppliedMigrations) => void
  readonly isStopping: () => boolean
  readonly log: Logger
}

/** The checks of `/readyz`. */
export function openReadiness(
  store: Store,
  { config, context, chains, health, leases, dispatcher, loops, requireOwnVersion, ...parts }: ReadinessParts,
): Readiness {
  const { clock, vault } = context
  // A sandbox network has no nodes, so it cannot be behind.
  const nodeChains = chains.filter((chain) => !context.sandbox(chain))
  return new Readiness(
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
      deliveries: async () =>
        config.roles.has('workers') ? requireOnTime(await dispatcher.oldestDueMs()) : undefined,
      workers: () => requireTicks([...loops.values()]),
      ledger: async () => requireSound(await store.read((tx) => tx.ledgerProofs.find())),
      recovering: async () => requireRecovered(await store.read((tx) => tx.recoveries.findOpen())),
    },
    { clock, ...parts },
  )
}
