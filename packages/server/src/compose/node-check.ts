import { checkNodes } from '../chain/check.js'
import type { ConfiguredNode } from '../chain/nodes/probe.js'
import { nodesOf, type ServedNetwork, tokenOf } from '../config/served-networks.js'
import type { Config } from '../config/settings.js'
import type { NodeFinding } from '../domain/chain/node-finding.js'
import type { Clock } from '../domain/shared/types.js'
import { readAddress } from '../networks/spellings.js'
import { openChain } from './chains.js'

/** Returns the nodes of a network, as configured. */
function configuredNodes(config: Config, served: ServedNetwork): ConfiguredNode[] {
  const settings = config[`${served.field}NodeUrl`].flatMap((url, at) =>
    url === undefined ? [] : [`${served.name}_NODE_${at + 1}_URL`],
  )
  return nodesOf(config, served).map((node, at) => ({ ...node, setting: settings[at] ?? served.name }))
}

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
  const token = tokenOf(config, served) ?? ''
  return checkNodes(
    {
      ...{ environment, network, prefix, clock, isStart },
      nodes: configuredNodes(config, served),
      chainId: config[`${field}ChainId`],
      token: readAddress(network, token) ?? token,
      wallet: chain.sender?.wallet ?? chain.deriveAddress(0),
      monotonic: () => performance.now(),
    },
    signal,
  )
}
