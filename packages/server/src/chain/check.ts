import type { NodeFinding } from '../domain/chain/node-finding.js'
import type { Network } from '../networks/networks.js'
import type { NodeCheckOptions } from './nodes/probe.js'

/** Asks every node of a network what the server needs of it. Moves no money. */
export const checkNodes = (options: NodeCheckOptions, signal: AbortSignal): Promise<NodeFinding[]> =>
  CHECKS[options.network](options, signal)

type Check = (options: NodeCheckOptions, signal: AbortSignal) => Promise<NodeFinding[]>

/** The libraries of a network are loaded only by its check. */
const CHECKS: Readonly<Record<Network, Check>> = {
  BEP20: checkEthereum,
  ERC20: checkEthereum,
  TRC20: async (options, signal) => (await import('./trc20/trc20-check.js')).checkTrc20(options, signal),
}

async function checkEthereum(options: NodeCheckOptions, signal: AbortSignal): Promise<NodeFinding[]> {
  const { checkErc20 } = await import('./erc20/erc20-check.js')
  return checkErc20(options, signal)
}
