import { readConfig } from '../config/config.js'
import { existingMasterKey, requireMasterKey } from '../config/master-key.js'
import { policyOf } from '../config/policy-of-settings.js'
import type { Config } from '../config/settings.js'
import { ChainHealth } from '../domain/chain/chain-health.js'
import type { Context } from '../domain/context.js'
import { NO_SCREENING } from '../domain/screening/screening.js'
import type { Mandate } from '../domain/shared/audit-entry.js'
import { createVault, type Vault } from '../domain/shared/vault.js'
import type { StaleReads, Store } from '../domain/store/store.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import { systemClock } from '../runtime/clock.js'
import { systemIds } from '../runtime/ids.js'
import { processUser } from '../runtime/process-user.js'
import { type OpenOptions, openStore } from '../storage/open.js'
import { openStaleReads } from '../storage/stale-reads.js'
import type { Args } from './command.js'

/** The store that a command works on; a server may run on it at the same time. */
export interface OperatorStore {
  readonly store: Store
  /** Has no networks: commands decide about what the watcher has recorded. */
  readonly context: Context
}

/** Opens the configured store, runs `work`, and closes the store. */
export async function withStore<Result>(
  work: (opened: OperatorStore) => Promise<Result>,
  options: Partial<OpenOptions> = {},
): Promise<Result> {
  const config = readConfig()
  const { database } = config
  const silent = () => undefined // on damage the command fails with the reason
  const now = systemClock.real()
  const store = await openStore({ database, now, onCommit: silent, onDamage: silent, ...options })
  const context = commandContext(config)
  try {
    return await work({ store, context })
  } finally {
    await store.close()
  }
}

/** Makes the context in which a command decides. @param ids replaces random ids */
export function commandContext(config: Config, ids = systemIds(systemClock)): Context {
  let vault: Vault | undefined
  return {
    clock: systemClock,
    ids,
    // Opened on first use: most commands encrypt nothing and need no key.
    get vault() {
      vault ??= createVault(existingMasterKey(config), config.masterKeyPrevious)
      return vault
    },
    policy: policyOf(config),
    chain: () => undefined,
    sandbox: () => undefined,
    // The server screens transfers that a command records.
    screening: { ...NO_SCREENING, isEnabled: () => true },
    // Commands lease no addresses, so this state is never read.
    health: new ChainHealth(() => performance.now()),
  }
}

export const readStore = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  withStore(({ store }) => store.read(work))

/** Opens the store without migrating it: a database of an older version is refused. */
export const inspectStore = <Result>(work: (store: Store) => Promise<Result>): Promise<Result> =>
  withStore(({ store }) => work(store), { isInspection: true })

/** Opens the reads that a replica may answer, on a database of this version. */
export const inspectStale = <Result>(work: (reads: StaleReads) => Promise<Result>): Promise<Result> =>
  inspectStore(async (store) => {
    const { database } = readConfig()
    const reads = await openStaleReads({ database, store, isInspection: true })
    try {
      return await work(reads)
    } finally {
      await reads.close()
    }
  })

/** Runs one change in one transaction. */
export const changeStore = <Result>(work: (tx: Tx, context: Context) => Promise<Result>): Promise<Result> =>
  withStore(({ store, context }) => store.write((tx) => work(tx, context)))

/**
 * Runs one change that stores secrets.
 *
 * @throws ConfigError when the master key is missing, or is not the one of this database: the server could not open what
 *   the command stores
 */
export const changeSecrets = <Result>(work: (tx: Tx, context: Context) => Promise<Result>): Promise<Result> =>
  withStore(async ({ store, context }) => {
    await requireMasterKey(store, context.vault)
    return store.write((tx) => work(tx, context))
  })

/** Returns the user at the terminal, with the value of `--reason`. */
export const mandateOf = (args: Args): Mandate => ({
  actor: processUser(),
  reason: args.text('reason') ?? null,
})
