import type { TransactionFate } from '../../domain/chain/raw-transaction.js'
import type { GasWallet } from '../../domain/chain/sweep-network.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { evmDescriptionOf } from '../../networks/evm-networks.js'
import type { Network } from '../../networks/networks.js'
import { encodeAddress } from '../../networks/spellings.js'
import { readBigQuantity, readQuantity, readRecord } from '../nodes/answer-shape.js'
import type { Connection } from '../nodes/connection.js'
import type { Nodes } from '../nodes/nodes.js'
import { accountOfKey, signatureText, signHash } from '../wallet/recoverable-signature.js'
import { type Header, hexOf, readHeader } from './erc20-block.js'
import { BASE_FEES, GWEI, MIN_TIP } from './erc20-fees.js'
import { readMarket } from './erc20-market.js'
import type { EthereumNode } from './erc20-transport.js'
import { fetchFinal } from './final-scan.js'

export interface Erc20SweepOptions {
  readonly network: Network
  readonly nodes: Nodes<EthereumNode>
  readonly chainId: number
  /** In the network's spelling. */
  readonly token: string
  /** Confirmations of a final transaction, its own block included. */
  readonly depth: number
  /** The highest price per unit of gas that the settings allow, whole gwei. */
  readonly maxFeeGwei: number
  readonly now: () => number
}

/** Opens the wallet that pays for sweeps on an Ethereum network. @param key 64 hex digits */
export async function openErc20GasWallet(options: Erc20SweepOptions, key: string): Promise<GasWallet> {
  const { network, nodes, chainId, maxFeeGwei } = options
  const { getBytes, Transaction } = await import('ethers')
  const address = encodeAddress(network, accountOfKey(key))
  const cap = BigInt(maxFeeGwei) * GWEI
  const step = <Result>(work: (connection: Connection) => Promise<Result>, signal: AbortSignal) =>
    nodes.step((node) => work(node.connect(signal)), signal)
  const count = async (connection: Connection, block: string) =>
    readQuantity(
      await connection.call('eth_getTransactionCount', [address, block]),
      'eth_getTransactionCount',
    )

  return {
    address,

    coins: (signal) =>
      step(async (connection) => {
        return readBigQuantity(await connection.call('eth_getBalance', [address, 'latest']), 'eth_getBalance')
      }, signal),

    async next(last, signal) {
      // The highest answer counts: no node can know of too many transactions.
      const answers = await nodes.askAll(async (node) => {
        const connection = node.connect(signal)
        return Promise.all([count(connection, 'latest'), count(connection, 'pending')])
      }, signal)
      const used = Math.max(0, ...answers.map(({ answer: [latest] }) => latest))
      const pending = Math.max(used, ...answers.map(({ answer: [, waiting] }) => waiting))
      const next = Math.max(used, last === undefined ? 0 : last + 1)
      if (answers.length === 0) throw new Error('no node answers')
      if (pending > next)
        throw new OperatorError(`a transaction of the gas wallet ${address} waits that was not signed here`)
      return next
    },

    sign: (to, value, nonce, signal) =>
      step(async (connection) => {
        const [market, gasLimit] = await Promise.all([
          readMarket(connection),
          estimate(connection, { from: address, to, value: `0x${value.toString(16)}` }),
        ])
        const tip = market.tip > MIN_TIP ? market.tip : MIN_TIP
        const wanted = BASE_FEES * market.baseFee + tip
        const maxFeePerGas = wanted < cap ? wanted : cap
        const maxPriorityFeePerGas = tip < maxFeePerGas ? tip : maxFeePerGas
        const fees = { gasLimit, maxFeePerGas, maxPriorityFeePerGas }
        const transaction = Transaction.from({ type: 2, chainId, nonce, to, value, ...fees })
        transaction.signature = `0x${signatureText(signHash(getBytes(transaction.unsignedHash), key))}`
        const { hash, serialized: raw } = transaction
        if (hash === null) throw new Error('a signed transaction has no hash')
        const worstCost = value + gasLimit * maxFeePerGas
        return { txHash: hash, raw, to, value, worstCost, nonce, expiresAt: null }
      }, signal),

    fate: ({ txHash, nonce }, signal) =>
      step(async (connection): Promise<TransactionFate> => {
        const { number: final } = await fetchFinalBlock(connection, options)
        // In this order: a transaction that used the nonce by the final block then has its receipt.
        const used = await count(connection, hexOf(final))
        const answer = await connection.call('eth_getTransactionReceipt', [txHash])
        if (answer === null) return { kind: used > nonce ? 'dead' : 'pending' }
        const { blockNumber, gasUsed, effectiveGasPrice } = readRecord(answer, 'a receipt')
        const fee = readBigQuantity(gasUsed, 'a receipt') * readBigQuantity(effectiveGasPrice, 'a receipt')
        return { kind: 'mined', fee, isFinal: readQuantity(blockNumber, 'a receipt') <= final }
      }, signal),
  }
}

/** Reads the newest block whose transactions are final: as the network says, or by its depth. */
export async function fetchFinalBlock(
  connection: Connection,
  { network, depth, now }: Erc20SweepOptions,
): Promise<Header> {
  if (evmDescriptionOf(network).isReadFinal) return fetchFinal(connection, now())
  const head = readQuantity(await connection.call('eth_blockNumber', []), 'eth_blockNumber')
  const number = Math.max(0, head - depth + 1)
  return readHeader(await connection.call('eth_getBlockByNumber', [hexOf(number), false]), number, now())
}

/** @throws RpcRefusal where the node says that the call reverts */
export async function estimate(
  connection: Connection,
  call: { from: string; to: string; data?: string; value?: string },
): Promise<bigint> {
  return readBigQuantity(await connection.call('eth_estimateGas', [call]), 'eth_estimateGas')
}
