import { configuredWallets } from '../../compose/chains.js'
import { requireNodesOf, requireWalletOf } from '../../compose/wallet-identity.js'
import { ConfigError, readConfig } from '../../config/config.js'
import { keyFingerprints } from '../../config/master-key.js'
import { NETWORKS } from '../../config/served-networks.js'
import type { Config } from '../../config/settings.js'
import { walletDifferences } from '../../domain/chain/wallet-identities.js'
import type { WalletIdentity } from '../../domain/chain/wallet-identity.js'
import { adoptWallet } from '../../domain/ledger/wallet-adoption.js'
import { beginRecovery, SKIPPED_INDEXES } from '../../domain/recovery/recoveries.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { systemClock } from '../../runtime/clock.js'
import { systemIds } from '../../runtime/ids.js'
import type { Manifest } from '../../storage/backup/manifest.js'
import { type FoundBackup, findBackup, type RestoreOptions } from '../../storage/backup/restore.js'
import type { Args } from '../command.js'
import { printText } from '../output.js'
import { mandateOf } from '../store-access.js'

/** Restores a backup into an empty database, and marks it as recovering. */
export async function restore(args: Args): Promise<number> {
  const config = readConfig()
  const backup = findBackup(args.required('from'))
  const { manifest } = backup
  requireKey(config, manifest)
  const newSigners = await requireWalletsOf(config, manifest)
  const skip = args.number('skip', 0) ?? SKIPPED_INDEXES
  const { actor } = mandateOf(args)
  const served = NETWORKS.filter(({ field }) => config[field] === 'rpc')
  const chains = served.map(({ environment, network }) => ({ environment, network }))
  const reason = `restored ${manifest.file.name}`
  const about = { cause: 'restore', reason, backupAt: manifest.createdAt, chains, skip, actor } as const
  await restoreInto(config, backup, {
    at: systemClock.real(),
    async complete(tx) {
      const context = { clock: systemClock, ids: systemIds(systemClock) }
      for (const wallet of newSigners) await adoptWallet(tx, context, wallet, { actor, reason })
      await beginRecovery(tx, context, about)
      await tx.backups.noteLast({ madeAt: manifest.createdAt, location: backup.path })
      // The backup does not know which passkeys were reset since, which people were removed, and who wants to be told no more.
      await tx.passkeys.deleteEvery()
      await tx.personMails.deleteEvery()
      await tx.chats.endEvery()
      // The server may have sent them since.
      await tx.messages.deleteEvery()
    },
  })
  printText(
    [
      `restored: merchants ${manifest.rows.merchants ?? 0}, orders ${manifest.rows.orders ?? 0}, as of ${isoTime(manifest.createdAt)}`,
      `skipped: ${skip} addresses of each network, more than the orders that the backup lacks; add ${SKIPPED_INDEXES} for each earlier restore since the backup: --skip ${skip + SKIPPED_INDEXES}`,
      'the database is recovering: nothing is signed until the networks explain what happened since',
      'next: start the server, wait until it has read the blocks, and run merchantpay-server restore status',
    ].join('\n'),
  )
  return 0
}

async function restoreInto(
  { database }: Config,
  backup: FoundBackup,
  options: RestoreOptions,
): Promise<void> {
  if (database.engine === 'postgres') {
    const { restorePostgres } = await import('../../storage/backup/postgres-restore.js')
    return restorePostgres(backup, database.url, options)
  }
  if (backup.manifest.engine === 'postgres')
    throw new OperatorError('a dump of PostgreSQL cannot be restored into a SQLite file')
  const { restoreFile } = await import('../../storage/backup/sqlite-restore.js')
  return restoreFile(backup, database.file, options)
}

/** @throws ConfigError when the configured key does not open the secrets of the backup */
function requireKey(config: Config, { masterKey, file }: Manifest): void {
  const fingerprints = keyFingerprints(config)
  if (masterKey === null || fingerprints.includes(masterKey)) return
  throw new ConfigError([
    `MERCHANTPAY_MASTER_KEY: not the key of ${file.name}, which was made with another one`,
  ])
}

/**
 * Requires the wallets that the backup belongs to. The signer may have been replaced since: the new one has paid what the
 * backup does not know, so the restore adopts it.
 *
 * @returns the wallets with another signer
 * @throws ConfigError that names each other setting that differs, and each network that has no nodes now
 */
async function requireWalletsOf(config: Config, { wallets, file }: Manifest): Promise<WalletIdentity[]> {
  requireNodesOf(config, wallets, `${file.name} has a wallet of it`)
  const newSigners: WalletIdentity[] = []
  for (const { served, wallet } of await configuredWallets(config, systemClock)) {
    const stored = wallets.find(
      ({ environment, network }) => environment === wallet.environment && network === wallet.network,
    )
    const differences = stored ? walletDifferences(stored, wallet) : []
    const others = differences.filter(({ field }) => field !== 'signer')
    requireWalletOf(file.name, config, served, others)
    if (others.length < differences.length) newSigners.push(wallet)
  }
  return newSigners
}
