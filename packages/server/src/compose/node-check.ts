import { checkNodes } from '../chain/check.js'
import type { ConfiguredNode } from '../chain/nodes/probe.js'
import { NODE_SETTINGS } from '../config/node-settings.js'
import { nodeLimitsOf, type ServedNetwork, tokenOf } from '../config/served-networks.js'
import type { Config } from '../config/settings.js'
import type { Chain } from '../domain/chain/chain.js'
import type { NodeFinding } from '../domain/chain/node-finding.js'
import type { Clock } from '../domain/shared/types.js'
import { readAddress } from '../networks/spellings.js'

/** Returns the nodes of a network, as configured. */
export const configuredNodes = (config: Config, { field, name, network }: ServedNetwork): ConfiguredNode[] =>
  (config[`${field}Urls`] ?? []).map((url) => ({ url, setting: `${name}_${NODE_SETTINGS[network].urls}` }))

/** Asks the nodes of a network; with `isStart` only what a start asks. */
export function checkNodesOf(
  config: Config,
  served: ServedNetwork,
  { chain, clock, isStart }: { chain: Chain; clock: Clock; isStart: boolean },
  signal: AbortSignal,
): Promise<NodeFinding[]> {
  const { environment, network, field, name: prefix } = served
  const { apiKey, callsPerDay, callsPerSecond } = nodeLimitsOf(config, served)
  const token = tokenOf(config, served) ?? ''
  return checkNodes(
    {
      ...{ environment, network, prefix, apiKey, callsPerDay, callsPerSecond, clock, isStart },
      nodes: configuredNodes(config, served),
      chainId: config[`${field}ChainId`],
      token: readAddress(network, token) ?? token,
      wallet: chain.sender?.wallet ?? chain.deriveAddress(0),
      monotonic: () => performance.now(),
    },
    signal,
  )
}
