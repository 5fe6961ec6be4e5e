import type { NodeFinding } from '../../domain/chain/node-finding.js'
import { CALL_LIMITS, CHAIN_ID, NEWEST_BLOCK, PROVIDER, REACHABLE } from '../nodes/common-probes.js'
import { checkEach } from '../nodes/node-check.js'
import type { NodeCheckOptions, Probe } from '../nodes/probe.js'
import { LAG_BLOCKS } from './erc20.js'
import { ETHEREUM_PROBES, START_PROBES } from './erc20-probes.js'
import { type EthereumNode, openEthereumNode } from './erc20-transport.js'

const START: readonly Probe<EthereumNode>[] = [REACHABLE, CHAIN_ID, ...START_PROBES]
const ALL: readonly Probe<EthereumNode>[] = [
  ...[REACHABLE, CHAIN_ID, NEWEST_BLOCK],
  ...ETHEREUM_PROBES,
  ...[PROVIDER, CALL_LIMITS],
]

/** Checks the nodes of an Ethereum network. */
export function checkErc20(options: NodeCheckOptions, signal: AbortSignal): Promise<NodeFinding[]> {
  const { chainId, clock, isStart } = options
  return checkEach<EthereumNode>(
    options,
    {
      open: ({ url }) => openEthereumNode({ url, chainId, now: () => clock.real() }),
      newest: (node, asked) => node.head(asked),
      lagBlocks: LAG_BLOCKS,
      probes: isStart ? START : ALL,
    },
    signal,
  )
}
