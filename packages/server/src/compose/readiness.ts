import { requireMasterKey } from '../config/master-key.js'
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
import type { ServerParts } from './parts.js'
import type { ServerOptions } from './server.js'

interface ReadinessParts {
  readonly leases: NetworkLeases | undefined
  readonly dispatcher: WebhookDispatcher
  readonly requireOwnVersion: (applied: AppliedMigrations) => void
}

/** The checks of `/readyz`. */
export function openReadiness(
  { config, log }: ServerOptions,
  { state, database: { store }, context, chains, health, loops }: ServerParts,
  { leases, dispatcher, requireOwnVersion }: ReadinessParts,
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
      workers: () => requireTicks(loops.list()),
      ledger: async () => requireSound(await store.read((tx) => tx.ledgerProofs.find())),
      recovering: async () => requireRecovered(await store.read((tx) => tx.recoveries.findOpen())),
    },
    { clock, log, isStopping: () => state.isDraining },
  )
}
