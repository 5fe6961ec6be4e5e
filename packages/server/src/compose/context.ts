import type { Logger } from 'pino'
import type { DeriveAddresses } from '../chain/wallet/derive-ahead.js'
import { requireMasterKey } from '../config/master-key.js'
import { policyOf } from '../config/policy-of-settings.js'
import type { Config } from '../config/settings.js'
import type { ChainHealth } from '../domain/chain/chain-health.js'
import type { Context } from '../domain/context.js'
import { bindSecrets } from '../domain/secrets/unbound-secrets.js'
import type { Clock, Ids } from '../domain/shared/types.js'
import { createVault } from '../domain/shared/vault.js'
import type { Store } from '../domain/store/store.js'
import { openChains } from './chains.js'
import { type openScreeners, screeningOf } from './screening.js'

interface ContextParts {
  readonly config: Config
  readonly clock: Clock
  readonly ids: Ids
  readonly health: ChainHealth
  readonly masterKey: Buffer
  readonly screeners: Awaited<ReturnType<typeof openScreeners>>
  readonly log: Logger
  readonly fetch: typeof fetch | undefined
  readonly deriveAddresses: DeriveAddresses | undefined
}

/** Opens the networks, and what domain functions receive. @throws ConfigError for a wrong master key */
export async function openContext(
  store: Store,
  { config, clock, ids, health, masterKey, screeners, log, fetch, deriveAddresses }: ContextParts,
) {
  const chains = await openChains(config, { store, clock, ids, health, log, fetch, deriveAddresses })
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
  return { context, chains }
}
