import type { TransactionFate } from '../../domain/chain/raw-transaction.js'
import type { Nodes } from '../nodes/nodes.js'
import { feeOf, headerOf, infoOf } from './trc20-account.js'
import type { TronNode } from './trc20-transport.js'

/** How long a transaction of an online key is valid: short, so that a lost one is soon known to be dead. */
export const LIFETIME_MS = 60_000
/** One URL may be a load balancer: a transaction counts as dead only this long after its expiry. */
const MARGIN_MS = 60_000

/** Reads what became of a transaction that expires. */
export async function readFate(
  nodes: Nodes<TronNode>,
  { txHash, expiresAt }: { readonly txHash: string; readonly expiresAt: number },
  signal: AbortSignal,
): Promise<TransactionFate> {
  const info = await nodes.step((node) => infoOf(node, 'wallet', txHash, signal), signal)
  // In this order: whatever was solidified by the block is reported.
  const answers = await nodes.askAll(async (node) => {
    const { timeAt } = await headerOf(node, 'walletsolidity', signal)
    return { timeAt, solid: await infoOf(node, 'walletsolidity', txHash, signal) }
  }, signal)
  const solid = answers.map(({ answer }) => answer.solid).find((each) => each !== undefined)
  const mined = solid ?? info
  if (mined) return { kind: 'mined', fee: feeOf(mined), isFinal: solid !== undefined }
  const isExpired = answers.every(({ answer: { timeAt } }) => timeAt > expiresAt + MARGIN_MS)
  const isDead = answers.length >= Math.min(2, nodes.size) && isExpired
  return { kind: isDead ? 'dead' : 'pending' }
}
