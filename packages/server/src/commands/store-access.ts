import { userInfo } from 'node:os'
import { readConfig } from '../config/config.js'
import { masterKeyOf } from '../config/master-key.js'
import { policyOf } from '../config/policy-of-settings.js'
import { ChainHealth } from '../domain/chain/chain-health.js'
import type { Context } from '../domain/context.js'
import { NO_SCREENING } from '../domain/screening/screening.js'
import type { Mandate } from '../domain/shared/audit-entry.js'
import { createVault, type Vault } from '../domain/shared/vault.js'
import type { Store } from '../domain/store/store.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import { systemClock } from '../runtime/clock.js'
import { systemIds } from '../runtime/ids.js'
import { type OpenOptions, openStore } from '../storage/open.js'
import type { Args } from './command.js'

/** The books as a command works on them, also beside a running server. */
export interface OperatorStore {
  readonly store: Store
  /** Without networks: commands decide about what the watcher has booked. */
  readonly context: Context
}

/** Opens the books of the settings for as long as the work takes. */
export async function withStore<Result>(
  work: (books: OperatorStore) => Promise<Result>,
  options: Partial<OpenOptions> = {},
): Promise<Result> {
  const config = readConfig()
  const { database } = config
  const silent = () => undefined // a command that meets damage fails, and says why
  const now = systemClock.real()
  const store = await openStore({ database, now, onCommit: silent, onDamage: silent, ...options })
  let vault: Vault | undefined
  const context: Context = {
    clock: systemClock,
    ids: systemIds(systemClock),
    // Most commands seal nothing, and are not to make a key file where there is none.
    get vault() {
      vault ??= createVault(masterKeyOf(config), config.masterKeyPrevious)
      return vault
    },
    policy: policyOf(config),
    chain: () => undefined,
    sandbox: () => undefined,
    // What a command books is judged by the server.
    screening: { ...NO_SCREENING, isAsked: () => true },
    // A command leases nothing.
    health: new ChainHealth(() => performance.now()),
  }
  try {
    return await work({ store, context })
  } finally {
    await store.close()
  }
}

export const readStore = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  withStore(({ store }) => store.read(work))

/** Looks at the books as they are: an older database is refused instead of being migrated. */
export const inspectStore = <Result>(work: (store: Store) => Promise<Result>): Promise<Result> =>
  withStore(({ store }) => work(store), { isInspection: true })

/** One deed, in one transaction. */
export const changeStore = <Result>(work: (tx: Tx, context: Context) => Promise<Result>): Promise<Result> =>
  withStore(({ store, context }) => store.write((tx) => work(tx, context)))

/** The person at the terminal, with the reason that was given. */
export const mandateOf = (given: Args): Mandate => ({
  actor: userName(),
  reason: given.option('reason') ?? null,
})

/** A container may run as a number that has no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
