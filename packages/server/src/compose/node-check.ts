import { checkNodes } from '../chain/check.js'
import type { ConfiguredNode } from '../chain/nodes/probe.js'
import { NODE_SETTINGS } from '../config/node-settings.js'
import { nodeLimitsOf, type ServedNetwork, tokenOf } from '../config/served-networks.js'
import type { Config } from '../config/settings.js'
import type { NodeFinding } from '../domain/chain/node-finding.js'
import type { Clock } from '../domain/shared/types.js'
import { readAddress } from '../networks/spellings.js'
import { openChain } from './chains.js'

/** Returns the nodes of a network, as configured. */
const configuredNodes = (config: Config, { field, name, network }: ServedNetwork): ConfiguredNode[] =>
  (config[`${field}Urls`] ?? []).map((url) => ({ url, setting: `${name}_${NODE_SETTINGS[network].urls}` }))

export interface NodeCheck {
  readonly clock: Clock
  /** Whether only the questions of a start are asked. */
  readonly isStart: boolean
}

/** Asks the nodes of some networks, all at the same time. @throws ConfigError when a wallet cannot be used */
export async function checkNodesOf(
  config: Config,
  networks: readonly ServedNetwork[],
  check: NodeCheck,
  signal: AbortSignal,
): Promise<NodeFinding[]> {
  const findings = await Promise.all(networks.map((served) => checkNetwork(config, served, check, signal)))
  return findings.flat()
}

async function checkNetwork(
  config: Config,
  served: ServedNetwork,
  { clock, isStart }: NodeCheck,
  signal: AbortSignal,
): Promise<NodeFinding[]> {
  const { environment, network, field, name: prefix } = served
  const chain = await openChain(config, served, clock)
  if (!chain) return []
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
