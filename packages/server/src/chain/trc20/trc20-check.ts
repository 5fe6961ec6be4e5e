import type { NodeFinding } from '../../domain/chain/node-finding.js'
import { CallBudget } from '../nodes/call-budget.js'
import { CALL_LIMITS, CHAIN_ID, DAY_USE, NEWEST_BLOCK, PROVIDER, REACHABLE } from '../nodes/common-probes.js'
import { checkEach } from '../nodes/node-check.js'
import type { NodeCheckOptions, Probe } from '../nodes/probe.js'
import { RpcError } from '../nodes/rpc-error.js'
import { START_PROBES, TRON_PROBES } from './trc20-probes.js'
import { LAG_BLOCKS } from './trc20-scan.js'
import { openTronNode, type TronNode } from './trc20-transport.js'

const START: readonly Probe<TronNode>[] = [REACHABLE, CHAIN_ID, ...START_PROBES]
const ALL: readonly Probe<TronNode>[] = [
  ...[REACHABLE, CHAIN_ID, NEWEST_BLOCK],
  ...TRON_PROBES,
  ...[PROVIDER, CALL_LIMITS, DAY_USE],
]

/** Checks the nodes of a TRON network. */
export function checkTrc20(options: NodeCheckOptions, signal: AbortSignal): Promise<NodeFinding[]> {
  const { clock, monotonic, isStart } = options
  const now = () => clock.real()
  return checkEach<TronNode>(
    options,
    {
      // Calls of the check do not count towards the limit of a day.
      open: ({ callsPerSecond: perSecond, ...node }) =>
        openTronNode({
          ...{ ...node, now, monotonic },
          budget: new CallBudget({ perSecond, perDay: 0, now, monotonic }),
        }),
      newest: newestBlock,
      lagBlocks: LAG_BLOCKS,
      probes: isStart ? START : ALL,
    },
    signal,
  )
}

async function newestBlock(node: TronNode, signal: AbortSignal) {
  const header = await node.header('wallet', undefined, signal)
  if (!header) throw new RpcError('broken', 'no newest block')
  return header
}
