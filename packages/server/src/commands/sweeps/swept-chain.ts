import { openChain } from '../../compose/chains.js'
import { readConfig } from '../../config/config.js'
import { NETWORKS } from '../../config/served-networks.js'
import type { Chain } from '../../domain/chain/chain.js'
import type { SweepNetwork } from '../../domain/chain/sweep-network.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import type { ChainId } from '../../domain/shared/types.js'
import type { SweepTarget } from '../../domain/sweeps/sweep-file.js'
import { readAddress } from '../../networks/spellings.js'
import { systemClock } from '../../runtime/clock.js'

/** A network that nodes serve, as sweeps use it. */
export interface SweptChain {
  readonly chain: Chain
  readonly sweeps: SweepNetwork
  readonly chainId: number
  /** In the network's spelling, like the destinations. */
  readonly token: string
  /** @throws OperatorError where the settings have no such destination */
  destination(target: SweepTarget): string
}

/** @throws OperatorError when no nodes serve the network; ConfigError */
export async function openSwept(id: ChainId): Promise<SweptChain> {
  const config = readConfig()
  const chain = await openChain(config, id, systemClock)
  const served = NETWORKS.find(
    ({ environment, network }) => environment === id.environment && network === id.network,
  )
  if (!chain?.sweeps || !served)
    throw new OperatorError(`${id.environment}/${id.network} is not served by nodes`)
  const { name, field } = served
  const token = config[`${field}Token`] ?? ''
  const cold = config[`${field}SweepCold`]
  const destinations: Readonly<Record<SweepTarget, () => string>> = {
    cold() {
      if (cold === undefined) throw new OperatorError(`${name}_SWEEP_COLD is not set`)
      const address = chain.parseDestination(cold)
      if (address === undefined) throw new OperatorError(`${name}_SWEEP_COLD: not an address to send to`)
      return address
    },
    hot() {
      const hot = chain.sender?.wallet
      if (hot === undefined)
        throw new OperatorError(`${name}_SIGNER_KEY_FILE is not set: there is no hot wallet`)
      return hot
    },
  }
  return {
    ...{ chain, sweeps: chain.sweeps, chainId: config[`${field}ChainId`] },
    token: readAddress(id.network, token) ?? token,
    destination: (target) => destinations[target](),
  }
}
