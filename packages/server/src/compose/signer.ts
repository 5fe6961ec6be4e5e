import type { Signer } from '../chain/open.js'
import { remoteKey } from '../chain/wallet/remote-key.js'
import { readSignerKey } from '../chain/wallet/signer-key.js'
import { localKey, type WalletKey } from '../chain/wallet/wallet-key.js'
import { ConfigError } from '../config/config.js'
import type { PaymentLimits } from '../config/node-settings.js'
import type { ServedNetwork } from '../config/served-networks.js'
import type { Config } from '../config/settings.js'
import type { Clock } from '../domain/shared/types.js'
import { descriptionOf } from '../networks/networks.js'
import { readAddress } from '../networks/spellings.js'
import { requireWallet } from './wallet-identity.js'

interface SignerParts {
  readonly clock: Clock
  /** Replaces the HTTP client. */
  readonly fetch?: typeof fetch | undefined
}

/**
 * Returns the signer of a network, whose key is in a file or in a service; undefined where no setting names one.
 *
 * @throws ConfigError when the file cannot be used
 */
export function signerOf(
  config: Config,
  served: ServedNetwork,
  { maxFee, maxCost, ...parts }: PaymentLimits & SignerParts,
): Signer | undefined {
  const key = remoteKeyOf(config, served, parts) ?? keyInFile(config, served)
  return key && { key, maxFee, maxCost }
}

function keyInFile(config: Config, { field, name }: ServedNetwork): WalletKey | undefined {
  const file = config[`${field}SignerKeyFile`]
  if (file === undefined) return undefined
  try {
    return localKey(readSignerKey(file))
  } catch (error) {
    throw new ConfigError([`${name}_SIGNER_KEY_FILE: ${error instanceof Error ? error.message : error}`])
  }
}

/** Returns the key that a service has; `readConfig` has checked its settings. */
function remoteKeyOf(config: Config, served: ServedNetwork, parts: SignerParts): WalletKey | undefined {
  const { environment, network, field } = served
  const url = config[`${field}SignerUrl`]
  const secret = config[`${field}SignerSecret`]
  const wallet = readAddress(network, config[`${field}SignerAddress`] ?? '')
  const account = wallet && descriptionOf(network).decodeAddress(wallet)
  if (url === undefined || secret === undefined || !wallet || !account) return undefined
  const { token } = requireWallet(config, served)
  return remoteKey({
    ...{ environment, network, url, secret, wallet, account, ...parts },
    chainId: config[`${field}ChainId`],
    token: readAddress(network, token) ?? token,
  })
}
