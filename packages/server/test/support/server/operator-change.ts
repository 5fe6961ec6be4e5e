import { readConfig } from '../../../src/config/config.js'
import { existingMasterKey } from '../../../src/config/master-key.js'
import type { Context } from '../../../src/domain/context.js'
import { createVault } from '../../../src/domain/shared/vault.js'
import type { Tx } from '../../../src/domain/store/unit-of-work.js'
import { systemClock } from '../../../src/runtime/clock.js'
import { systemIds } from '../../../src/runtime/ids.js'
import { type DatabaseLocation, openStore } from '../../../src/storage/open.js'
import { contextAt } from '../domain/context.js'

export const MANDATE = { actor: 'operator', reason: null } as const

/**
 * Changes the database beside a running server, as an operator command does, through a connection of its own. It runs in this
 * process: starting the command takes longer than most tests.
 */
export async function changeBeside<Result>(
  { database }: { readonly database: DatabaseLocation },
  change: (tx: Tx, context: Context) => Promise<Result>,
): Promise<Result> {
  const silent = () => undefined
  const store = await openStore({ database, now: systemClock.real(), onCommit: silent, onDamage: silent })
  try {
    const context = { ...contextAt(systemClock), ids: systemIds(systemClock) }
    return await store.write((tx) => change(tx, context))
  } finally {
    await store.close()
  }
}

/** Changes the database beside a running server with its master key. */
export function changeSecretsBeside<Result>(
  beside: { readonly database: DatabaseLocation; readonly databaseEnv: Readonly<Record<string, string>> },
  change: (tx: Tx, context: Context) => Promise<Result>,
): Promise<Result> {
  const vault = createVault(existingMasterKey(readConfig(beside.databaseEnv)))
  return changeBeside(beside, (tx, context) => change(tx, { ...context, vault }))
}
