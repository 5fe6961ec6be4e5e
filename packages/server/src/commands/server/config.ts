import { randomBytes } from 'node:crypto'
import { checkWallets, networksWithNodes, requireWallets } from '../../compose/chains.js'
import { openBot, openMailServer } from '../../compose/messages.js'
import { checkNodesOf } from '../../compose/node-check.js'
import { openScreeners } from '../../compose/screening.js'
import { ConfigError, readConfig, writtenSettings } from '../../config/config.js'
import { findMasterKey, requireMasterKey } from '../../config/master-key.js'
import { publicUrlOf } from '../../config/public-url.js'
import { type Config, SETTINGS } from '../../config/settings.js'
import type { NodeFinding } from '../../domain/chain/node-finding.js'
import { createVault, type Vault } from '../../domain/shared/vault.js'
import type { Store } from '../../domain/store/store.js'
import { systemClock } from '../../runtime/clock.js'
import { endOfMany } from '../../runtime/deadline.js'
import { checkDatabase, findToolFault } from '../../storage/open.js'
import { findReplicaFault } from '../../storage/stale-reads.js'
import { askForRates } from '../../workers/rates/rate-source.js'
import type { Args } from '../command.js'
import { printLine, printNote } from '../output.js'
import { inspectStore } from '../store-access.js'

/**
 * Checks all that a start checks before it listens, except that no other server runs on the file and that the port is free.
 * Creates and migrates nothing. Prints `ok`; with `--offline` it asks no node and says so.
 *
 * @returns 1, after `unverified`, where the replica, a node, the source of rates, the mail server or Telegram did not answer: a
 *   start goes on without it
 * @throws the error that ends the start; for settings ConfigError that names every fault
 */
export async function check(args: Args): Promise<number> {
  const config = readConfig()
  requireWallets(config)
  await openScreeners(config, { warn: () => undefined })
  const isCurrent = await checkDatabase(config.database)
  // Without a key the start creates one, which opens no secret that exists.
  const vault = createVault(findMasterKey(config) ?? randomBytes(32), config.masterKeyPrevious)
  if (isCurrent) await inspectStore((store) => checkWith(config, store, vault))
  else await checkWallets(config, systemClock, undefined)
  const isOffline = args.flag('offline')
  const verifiers = isOffline ? [] : [verifyReplica, verifyNodes, verifyRates, verifyMail, verifyBot]
  const verified: boolean[] = []
  for (const verify of verifiers) verified.push(await verify(config))
  const isVerified = !verified.includes(false)
  const fault = await findToolFault(config.database)
  if (fault) printNote(`this machine cannot back the database up: ${fault.message}`)
  for (const name of signersWithoutLimit(config))
    printNote(
      `${name}_WALLET_DAILY_LIMIT: not set; recommended, at what all merchants withdraw on a busy day`,
    )
  if (!isVerified) {
    printLine('unverified')
    return 1
  }
  printLine(isOffline ? 'ok, no node was asked' : 'ok')
  return 0
}

/** Returns the live networks whose hot wallet may sign any sum in a day. */
const signersWithoutLimit = (config: Config): string[] =>
  networksWithNodes(config).flatMap(({ environment, field, name }) => {
    const hasSigner = (config[`${field}SignerKeyFile`] ?? config[`${field}SignerUrl`]) !== undefined
    const isUnlimited = config[`${field}WalletDailyLimit`] === undefined
    return environment === 'live' && hasSigner && isUnlimited ? [name] : []
  })

async function checkWith(config: Config, store: Store, vault: Vault): Promise<void> {
  await checkWallets(config, systemClock, store)
  await requireMasterKey(store, vault)
  const { hostname } = new URL(publicUrlOf(config))
  const lost = await store.read((tx) => tx.passkeys.countElsewhere(hostname))
  if (lost > 0)
    printNote(
      `${SETTINGS.publicUrl.name}: passkeys of another host than ${hostname}, which sign in there alone: ${lost}; their people need links and new passkeys`,
    )
}

/** @returns false where the replica is none of the database, or does not answer */
async function verifyReplica({ database }: Config): Promise<boolean> {
  const fault = await findReplicaFault(database)
  if (fault === undefined) return true
  printNote(
    `${SETTINGS.databaseRead.name}: the replica is not used, the server starts and reads from the database itself: ${fault}`,
  )
  return false
}

/**
 * @returns false where a node did not answer
 * @throws ConfigError when a node is not of the network of the settings
 */
async function verifyNodes(config: Config): Promise<boolean> {
  const networks = networksWithNodes(config)
  const options = { clock: systemClock, isStart: true }
  const findings = await checkNodesOf(config, networks, options, endOfMany().signal)
  const nameOf = (finding: NodeFinding) =>
    networks.find(
      ({ environment, network }) => environment === finding.environment && network === finding.network,
    )?.name
  const wrong = findings.filter(({ isWrong }) => isWrong).map((each) => `${nameOf(each)}: ${each.seen}`)
  if (wrong.length > 0) throw new ConfigError([...new Set(wrong)])
  const failed = findings.filter(({ result }) => result === 'fail')
  for (const finding of failed)
    printNote(
      `${nameOf(finding)}: node ${finding.node} is not verified, the server starts and tries again: ${finding.probe}: ${finding.seen}; ${finding.change}`,
    )
  return failed.length === 0
}

/** @returns false where the source of rates gives no usable answer */
async function verifyRates(config: Config): Promise<boolean> {
  if (config.ratesUrl === undefined) return true
  const source = { url: config.ratesUrl, clock: systemClock, maxAgeMs: config.ratesMaxAgeSeconds * 1_000 }
  const answer = await askForRates(source, endOfMany().signal)
  if (typeof answer !== 'string') return true
  printNote(`${SETTINGS.ratesUrl.name}: no usable rates, the server starts and tries again: ${answer}`)
  return false
}

/** @returns false where the mail server is not reachable or refuses the login */
async function verifyMail(config: Config): Promise<boolean> {
  const fault = await openMailServer(config)?.findFault(endOfMany().signal)
  if (fault === undefined) return true
  printNote(`${SETTINGS.smtpServer.name}: no mail can be sent, the server starts and tries again: ${fault}`)
  return false
}

/** @returns false where Telegram does not answer, or does not know the token */
async function verifyBot(config: Config): Promise<boolean> {
  const fault = await openBot(config)?.findFault(endOfMany().signal)
  if (fault === undefined) return true
  printNote(
    `${SETTINGS.telegramToken.name}: nothing can be sent by Telegram, the server starts and tries again: ${fault}`,
  )
  return false
}

/** Prints each setting in force, secrets masked. */
export async function print(): Promise<number> {
  readConfig()
  for (const { name, value } of writtenSettings()) printLine(`${name}=${value}`)
  return 0
}
