import { BEP20 } from './bep20.js'
import { ERC20 } from './erc20.js'
import type { EvmDescription } from './evm-description.js'
import type { Network } from './networks.js'

const NETWORKS: readonly EvmDescription[] = [ERC20, BEP20]

/** @throws Error for a network whose nodes do not answer as Ethereum's do */
export function evmDescriptionOf(network: Network): EvmDescription {
  const found = NETWORKS.find(({ name }) => name === network)
  if (!found) throw new Error(`${network} is not served by Ethereum nodes`)
  return found
}
