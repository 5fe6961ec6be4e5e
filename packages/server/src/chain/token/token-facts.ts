import type { ChainFacts } from '../../domain/chain/chain.js'
import type { ChainNode, Nodes } from '../nodes/nodes.js'

/** What the token's owner has done to everybody, as one node tells it. */
export interface TokenState {
  readonly isTokenPaused: boolean
  readonly isTokenDeprecated: boolean
}

interface Told<Node extends ChainNode> {
  readonly node: Node
  readonly state: TokenState
}

/**
 * What the token says of itself closes a network or leaves it open, so it counts as far as a second node tells the same.
 *
 * @param first who told it, and what
 */
export async function agreedState<Node extends ChainNode>(
  nodes: Nodes<Node>,
  first: Told<Node>,
  read: (node: Node) => Promise<TokenState>,
  signal: AbortSignal,
): Promise<Omit<ChainFacts, 'chainId'>> {
  const second = await nodes.crossCheck(first.node, read, signal)
  if (second.kind === 'waived') return first.state
  if (second.kind === 'wait') return { isTokenPaused: undefined, isTokenDeprecated: undefined }
  const agreed = (flag: keyof TokenState) =>
    second.answer[flag] === first.state[flag] ? first.state[flag] : undefined
  const [isTokenPaused, isTokenDeprecated] = [agreed('isTokenPaused'), agreed('isTokenDeprecated')]
  const isAgreed = isTokenPaused !== undefined && isTokenDeprecated !== undefined
  const disputed = `${first.node.name} and ${second.node} tell differently whether the token is paused or deprecated`
  return { isTokenPaused, isTokenDeprecated, ...(!isAgreed && { disputed }) }
}
