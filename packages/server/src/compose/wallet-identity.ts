import { createHash } from 'node:crypto'
import { ConfigError } from '../config/config.js'
import { NETWORKS, type ServedNetwork, tokenOf } from '../config/served-networks.js'
import type { Config } from '../config/settings.js'
import type { Chain } from '../domain/chain/chain.js'
import type { SharedWallet, WalletDifference } from '../domain/chain/wallet-identities.js'
import type { WalletIdentity } from '../domain/chain/wallet-identity.js'
import type { ChainId } from '../domain/shared/types.js'
import { readAddress } from '../networks/spellings.js'

const SUFFIX = { chainId: 'CHAIN_ID', token: 'TOKEN', xpub: 'XPUB' } as const

/** Returns the key and the token of a network's wallet, which `readConfig` has required. */
export function requireWallet(config: Config, served: ServedNetwork): { xpub: string; token: string } {
  const xpub = config[`${served.field}Xpub`]
  const token = tokenOf(config, served)
  if (xpub === undefined || token === undefined) throw new Error(`${served.name} has no wallet`)
  return { xpub, token }
}

/** Returns the name of the setting that decides which hot wallet a network has. */
export const signerSetting = (config: Config, { field, name }: ServedNetwork): string =>
  config[`${field}SignerUrl`] === undefined ? `${name}_SIGNER_KEY_FILE` : `${name}_SIGNER_ADDRESS`

const settingOf = (config: Config, served: ServedNetwork, field: keyof typeof SUFFIX | 'signer'): string =>
  field === 'signer' ? signerSetting(config, served) : `${served.name}_${SUFFIX[field]}`

/** Returns what identifies the configured wallet of a network. */
export function identityOf(config: Config, served: ServedNetwork, chain: Chain): WalletIdentity {
  const { environment, network } = served
  const { xpub, token } = requireWallet(config, served)
  return {
    environment,
    network,
    chainId: config[`${served.field}ChainId`],
    token: readAddress(network, token) ?? token,
    xpubHash: createHash('sha256').update(xpub).digest('hex'),
    firstAddress: chain.deriveAddress(0),
    hotWallet: chain.sender?.wallet ?? null,
  }
}

/** @throws ConfigError that names each setting that differs from the wallet that the database belongs to */
export function requireOwnWallet(
  config: Config,
  served: ServedNetwork,
  differences: readonly WalletDifference[],
): void {
  const { environment, network } = served
  const adopt = `merchantpay-server wallets adopt --environment ${environment} --network ${network} --reason <text>`
  const faults = faultsOf(config, served, differences, 'this database')
  if (faults.length > 0)
    throw new ConfigError(faults.map((fault) => `${fault}: restore the setting, or run ${adopt}`))
}

/** @throws ConfigError that names each setting whose key another network of the environment has */
export function requireUnshared(
  config: Config,
  served: ServedNetwork,
  shared: readonly SharedWallet[],
): void {
  const faults = shared.map(
    ({ field, other }) =>
      `${settingOf(config, served, field)}: the same key as ${other.network} in the ${other.environment} environment`,
  )
  if (faults.length > 0) throw new ConfigError(faults)
}

/** @throws ConfigError that names each setting that differs from the wallet that a backup belongs to */
export function requireWalletOf(
  backup: string,
  config: Config,
  served: ServedNetwork,
  differences: readonly WalletDifference[],
): void {
  const faults = faultsOf(config, served, differences, backup)
  if (faults.length > 0)
    throw new ConfigError(faults.map((fault) => `${fault}: restore with the setting of the backup`))
}

const faultsOf = (
  config: Config,
  served: ServedNetwork,
  differences: readonly WalletDifference[],
  owner: string,
): string[] =>
  differences.map(
    ({ field, stored, configured }) =>
      `${settingOf(config, served, field)}: ${owner} belongs to ${stored}, and the setting is ${configured}`,
  )

/**
 * Requires nodes for each network with a stored wallet. Without them its lost addresses would not be skipped, and its
 * transfers would not be explained.
 *
 * @param why e.g. `the database has a wallet of it`
 * @throws ConfigError that names each setting
 */
export function requireNodesOf(config: Config, stored: readonly ChainId[], why: string): void {
  const missing = NETWORKS.filter(
    ({ environment, network, field }) =>
      config[field] !== 'rpc' &&
      stored.some((wallet) => wallet.environment === environment && wallet.network === network),
  )
  if (missing.length > 0)
    throw new ConfigError(missing.map(({ name }) => `${name}: ${why}, and the settings have no nodes for it`))
}
