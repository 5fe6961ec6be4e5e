import type { SentTransaction } from '../../domain/chain/sender.js'
import { readHex, readQuantity, readRecord } from '../nodes/answer-shape.js'
import { type Nodes, NoNode } from '../nodes/nodes.js'
import { encodeErc20Address } from './erc20-receipt.js'
import type { EthereumNode } from './erc20-transport.js'

const ADDRESS_BYTES = 20

/**
 * Counts the transactions of a wallet, those included that wait to be in a block. The highest answer counts: no node can
 * know of too many.
 *
 * @throws NoNode if fewer than two nodes answer, or none where there is one
 */
export async function countTransactions(
  nodes: Nodes<EthereumNode>,
  wallet: string,
  signal: AbortSignal,
): Promise<number> {
  const counts = await askEnough(nodes, signal, async (node) => {
    const connection = node.connect(signal)
    const counted = await Promise.all(
      ['latest', 'pending'].map((block) => connection.call('eth_getTransactionCount', [wallet, block])),
    )
    return Math.max(...counted.map((count) => readQuantity(count, 'eth_getTransactionCount')))
  })
  return Math.max(...counts)
}

/**
 * Finds a transaction that is in a block.
 *
 * @throws NoNode like {@link countTransactions}; Error if the nodes disagree
 */
export async function findTransaction(
  nodes: Nodes<EthereumNode>,
  txHash: string,
  signal: AbortSignal,
): Promise<SentTransaction | undefined> {
  const answers = await askEnough(nodes, signal, async (node) => {
    const answer = await node.connect(signal).call('eth_getTransactionByHash', [txHash])
    if (answer === null) return undefined
    const { hash, from, nonce, blockNumber } = readRecord(answer, 'a transaction')
    if (hash !== txHash || typeof blockNumber !== 'string') return undefined
    return {
      wallet: encodeErc20Address(readHex(from, 'a transaction', ADDRESS_BYTES)),
      nonce: readQuantity(nonce, 'a transaction'),
      blockNumber: readQuantity(blockNumber, 'a transaction'),
    }
  })
  const [first] = answers
  const isAgreed = answers.every((answer) => JSON.stringify(answer) === JSON.stringify(first))
  if (!isAgreed) throw new Error(`the nodes disagree on transaction ${txHash}: try again later`)
  return first
}

async function askEnough<Answer>(
  nodes: Nodes<EthereumNode>,
  signal: AbortSignal,
  ask: (node: EthereumNode) => Promise<Answer>,
): Promise<Answer[]> {
  const answers = await nodes.askAll(ask, signal)
  if (answers.length < Math.min(2, nodes.size)) throw new NoNode('not enough nodes answered: try again later')
  return answers.map(({ answer }) => answer)
}
