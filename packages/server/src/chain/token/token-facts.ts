import type { ChainFacts } from '../../domain/chain/chain.js'
import type { ChainNode } from '../nodes/chain-node.js'
import type { Nodes } from '../nodes/nodes.js'

/** The state of the token that affects all holders, as one node reports it. */
export interface TokenState {
  readonly isTokenPaused: boolean
  readonly isTokenDeprecated: boolean
}

interface NodeState<Node extends ChainNode> {
  readonly node: Node
  readonly state: TokenState
}

/**
 * Confirms the token's state at a second node, since it closes a network or leaves it open.
 *
 * @param first node, and the state that it reported
 */
export async function agreedState<Node extends ChainNode>(
  nodes: Nodes<Node>,
  first: NodeState<Node>,
  read: (node: Node) => Promise<TokenState>,
  signal: AbortSignal,
): Promise<Omit<ChainFacts, 'chainId'>> {
  const second = await nodes.crossCheck(first.node, read, signal)
  if (second.kind === 'waived') return first.state
  if (second.kind === 'pending') return { isTokenPaused: undefined, isTokenDeprecated: undefined }
  const agreed = (flag: keyof TokenState) =>
    second.answer[flag] === first.state[flag] ? first.state[flag] : undefined
  const [isTokenPaused, isTokenDeprecated] = [agreed('isTokenPaused'), agreed('isTokenDeprecated')]
  const isAgreed = isTokenPaused !== undefined && isTokenDeprecated !== undefined
  const mismatch = `${first.node.name} and ${second.node} disagree on whether the token is paused or deprecated`
  return { isTokenPaused, isTokenDeprecated, ...(!isAgreed && { mismatch }) }
}
