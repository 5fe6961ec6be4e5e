import type { BroadcastResult, SignedTransaction } from '../../domain/chain/sender.js'
import type { Connection } from '../nodes/connection.js'
import { type Nodes, NoNode } from '../nodes/nodes.js'
import { RpcRefusal } from '../nodes/rpc-error.js'
import { bestOf } from '../wallet/broadcast.js'
import { fetchReceiptsOf } from './erc20-receipt.js'
import type { EthereumNode } from './erc20-transport.js'

const KNOWN = /already known|already imported|known transaction|already exists/i
const USED = /nonce too low|nonce is too low|nonce has already been used/i
const LATER =
  /pool is full|pool limit|queue|too many pending|underpriced: tip needed|less than block base fee/i

/** Broadcasts a transaction to the first node that accepts it. */
export async function broadcast(
  nodes: Nodes<EthereumNode>,
  signed: SignedTransaction,
  signal: AbortSignal,
): Promise<BroadcastResult> {
  try {
    return await nodes.step((node) => sendTo(node.connect(signal), signed), signal)
  } catch (error) {
    if (error instanceof NoNode) return { kind: 'later', why: error.message }
    throw error
  }
}

export async function broadcastToAll(
  nodes: Nodes<EthereumNode>,
  signed: SignedTransaction,
  signal: AbortSignal,
): Promise<BroadcastResult> {
  const answers = await nodes.askAll((node) => sendTo(node.connect(signal), signed), signal)
  return bestOf(answers.map(({ answer }) => answer))
}

/** The hash in the node's answer is ignored: the hash was computed here. */
async function sendTo(connection: Connection, { raw, txHash }: SignedTransaction): Promise<BroadcastResult> {
  try {
    await connection.call('eth_sendRawTransaction', [raw])
    return { kind: 'accepted' }
  } catch (error) {
    if (!(error instanceof RpcRefusal)) throw error
    const reason = error.message
    if (KNOWN.test(reason)) return { kind: 'known' }
    if (LATER.test(reason)) return { kind: 'later', why: reason }
    // The nonce may be used by this very transaction, which is not a rejection.
    const isOurs = USED.test(reason) && (await fetchReceiptsOf(connection, [txHash])).has(txHash)
    return isOurs ? { kind: 'known' } : { kind: 'refused', why: reason }
  }
}
