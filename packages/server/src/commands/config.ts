import { alertReceiverOf } from '../compose/attention.js'
import { requireWallets } from '../compose/chains.js'
import { openScreeners } from '../compose/screening.js'
import { readConfig, writtenSettings } from '../config/config.js'
import { printLine } from './output.js'

/** Checks the settings and prints `ok`. @throws ConfigError that names every fault */
export async function check(): Promise<number> {
  const config = readConfig()
  requireWallets(config)
  alertReceiverOf(config)
  await openScreeners(config, { warn: () => undefined })
  printLine('ok')
  return 0
}

/** Prints each setting in force, secrets masked. */
export async function print(): Promise<number> {
  readConfig()
  for (const { name, value } of writtenSettings()) printLine(`${name}=${value}`)
  return 0
}
