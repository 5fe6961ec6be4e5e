import type { NodeFinding } from '../../domain/chain/node-finding.js'
import { descriptionOf } from '../../networks/networks.js'
import { CallBudget } from '../nodes/call-budget.js'
import { CALL_LIMITS, CHAIN_ID, DAY_USE, NEWEST_BLOCK, PROVIDER, REACHABLE } from '../nodes/common-probes.js'
import { checkEach } from '../nodes/node-check.js'
import type { NodeCheckOptions, Probe } from '../nodes/probe.js'
import { lagBlocksAt } from './erc20.js'
import { ETHEREUM_PROBES, START_PROBES } from './erc20-probes.js'
import { type EthereumNode, openEthereumNode } from './erc20-transport.js'

const START: readonly Probe<EthereumNode>[] = [REACHABLE, CHAIN_ID, ...START_PROBES]
const ALL: readonly Probe<EthereumNode>[] = [
  ...[REACHABLE, CHAIN_ID, NEWEST_BLOCK],
  ...ETHEREUM_PROBES,
  ...[PROVIDER, CALL_LIMITS, DAY_USE],
]

/** Checks the nodes of an Ethereum network. */
export function checkErc20(options: NodeCheckOptions, signal: AbortSignal): Promise<NodeFinding[]> {
  const { chainId, clock, monotonic, isStart } = options
  const now = () => clock.real()
  return checkEach<EthereumNode>(
    options,
    {
      // Calls of the check do not count towards the limit of a day.
      open: ({ callsPerSecond: perSecond, ...node }) =>
        openEthereumNode({
          ...{ ...node, chainId, now, monotonic },
          budget: new CallBudget({ perSecond, perDay: 0, now, monotonic }),
        }),
      newest: (node, asked) => node.head(asked),
      lagBlocks: lagBlocksAt(descriptionOf(options.network).blockMs),
      probes: isStart ? START : ALL,
    },
    signal,
  )
}
