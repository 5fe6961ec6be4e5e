import type { BroadcastResult, SignedTransaction } from '../../domain/chain/sender.js'
import { readRecord } from '../nodes/answer-shape.js'
import { type Nodes, NoNode } from '../nodes/nodes.js'
import { RpcError } from '../nodes/rpc-error.js'
import { bestOf } from '../wallet/broadcast.js'
import { bodyOf } from './trc20-signing.js'
import type { TronNode } from './trc20-transport.js'

/** Temporary errors of the node, unrelated to the transaction. */
const LATER: ReadonlySet<unknown> = new Set([
  'SERVER_BUSY',
  'NO_CONNECTION',
  'NOT_ENOUGH_EFFECTIVE_CONNECTION',
  'BLOCK_UNSOLIDIFIED',
])

/** Broadcasts a transaction to the first node that accepts it. */
export async function broadcast(
  nodes: Nodes<TronNode>,
  signed: SignedTransaction,
  signal: AbortSignal,
): Promise<BroadcastResult> {
  try {
    return await nodes.step((node) => sendTo(node, signed, signal), signal)
  } catch (error) {
    if (error instanceof NoNode) return { kind: 'later', why: error.message }
    throw error
  }
}

export async function broadcastToAll(
  nodes: Nodes<TronNode>,
  signed: SignedTransaction,
  signal: AbortSignal,
): Promise<BroadcastResult> {
  const answers = await nodes.askAll((node) => sendTo(node, signed, signal), signal)
  return bestOf(answers.map(({ answer }) => answer))
}

async function sendTo(
  node: TronNode,
  signed: SignedTransaction,
  signal: AbortSignal,
): Promise<BroadcastResult> {
  const answer = readRecord(
    await node.call('wallet/broadcasttransaction', bodyOf(signed), signal),
    'broadcasttransaction',
  )
  const { result, code, message } = answer
  if (result === true) return { kind: 'accepted' }
  if (typeof code !== 'string') throw new RpcError('broken', 'broadcasttransaction: neither result nor code')
  if (code === 'DUP_TRANSACTION_ERROR') return { kind: 'known' }
  const text = typeof message === 'string' ? Buffer.from(message, 'hex').toString('utf8') : ''
  const why = `${code} ${text}`
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 200)
  return { kind: LATER.has(code) ? 'later' : 'refused', why }
}
