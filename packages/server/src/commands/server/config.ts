import { randomBytes } from 'node:crypto'
import { checkChains, requireWallets } from '../../compose/chains.js'
import { openScreeners } from '../../compose/screening.js'
import { readConfig, writtenSettings } from '../../config/config.js'
import { findMasterKey, requireMasterKey } from '../../config/master-key.js'
import type { Config } from '../../config/settings.js'
import { createVault, type Vault } from '../../domain/shared/vault.js'
import type { Store } from '../../domain/store/store.js'
import { systemClock } from '../../runtime/clock.js'
import { checkDatabase, findToolFault } from '../../storage/open.js'
import { printLine, printNote } from '../output.js'
import { inspectStore } from '../store-access.js'

/**
 * Checks all that a start checks before it listens, except that no other server runs on the file and that the port is free.
 * Creates and migrates nothing. Prints `ok`.
 *
 * @throws the error that ends the start; for settings ConfigError that names every fault
 */
export async function check(): Promise<number> {
  const config = readConfig()
  requireWallets(config)
  await openScreeners(config, { warn: () => undefined })
  const isCurrent = await checkDatabase(config.database)
  // Without a key the start creates one, which opens no secret that exists.
  const vault = createVault(findMasterKey(config) ?? randomBytes(32), config.masterKeyPrevious)
  if (isCurrent) await inspectStore((store) => checkWith(config, store, vault))
  else await checkChains(config, systemClock, undefined, noteUnverified)
  const fault = await findToolFault(config.database)
  if (fault) printNote(`this machine cannot back the database up: ${fault.message}`)
  printLine('ok')
  return 0
}

async function checkWith(config: Config, store: Store, vault: Vault): Promise<void> {
  await checkChains(config, systemClock, store, noteUnverified)
  await requireMasterKey(store, vault)
}

const noteUnverified = (name: string, reason: string): void =>
  printNote(`${name}: not verified, the server starts and tries again: ${reason}`)

/** Prints each setting in force, secrets masked. */
export async function print(): Promise<number> {
  readConfig()
  for (const { name, value } of writtenSettings()) printLine(`${name}=${value}`)
  return 0
}
