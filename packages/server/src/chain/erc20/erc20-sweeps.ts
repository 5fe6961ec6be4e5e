import type { SweepNetwork, SweepOutcome } from '../../domain/chain/sweep-network.js'
import type { GasTerms } from '../../domain/chain/sweep-terms.js'
import { evmDescriptionOf } from '../../networks/evm-networks.js'
import { readBigQuantity, readQuantity, readRecord } from '../nodes/answer-shape.js'
import { BATCH_CALLS, type Connection } from '../nodes/connection.js'
import { broadcast } from './erc20-broadcast.js'
import { GWEI, MIN_TIP } from './erc20-fees.js'
import { type Erc20SweepOptions, estimate, fetchFinalBlock, openErc20GasWallet } from './erc20-gas-wallet.js'
import { readMarket } from './erc20-market.js'
import { transferCall } from './erc20-signing.js'

/** Gas of a transfer of coins to an account that has been used. */
const PLAIN_TRANSFER_GAS = 21_000n
/** Has no tokens: a transfer to it costs the most. */
const EMPTY_ACCOUNT = '0x9f1c5fb0a2a34f2a3e4f3b0f2f6f7c1f0d6a5e11'

/** Reads and sends what sweeps need on an Ethereum network. */
export function erc20Sweeps(options: Erc20SweepOptions): SweepNetwork {
  const { network, nodes, token, maxFeeGwei } = options
  const { decimals } = evmDescriptionOf(network)
  const step = <Result>(work: (connection: Connection) => Promise<Result>, signal: AbortSignal) =>
    nodes.step((node) => work(node.connect(signal)), signal)

  return {
    quote: ({ from, to, amount, maxFee }, signal) =>
      step(async (connection) => {
        const market = await readMarket(connection)
        const cap = BigInt(maxFeeGwei) * GWEI
        const tip = max(min(market.tip, 2n * GWEI), MIN_TIP)
        const proposed = min((market.baseFee * 3n) / 2n + tip, cap)
        const price = maxFee === undefined ? proposed : BigInt(maxFee) * GWEI
        // The destination may be emptied before the block.
        const estimates = await Promise.all(
          [to, EMPTY_ACCOUNT].map((each) =>
            estimate(connection, { from, to: token, data: transferCall(each, amount, decimals) }),
          ),
        )
        const first = await estimate(connection, { from: EMPTY_ACCOUNT, to: from, value: '0x0' })
        const terms: GasTerms = {
          kind: 'gas',
          gasLimit: (estimates.reduce(max) * 11n + 9n) / 10n,
          maxFee: price,
          tip: min(tip, price),
        }
        const extra = first - PLAIN_TRANSFER_GAS
        return {
          terms,
          topUpCost: first * (market.baseFee + tip),
          note:
            extra > 0n
              ? `the first coins to an address cost ${extra} more gas: the same addresses are cheaper when they are leased and swept again`
              : undefined,
        }
      }, signal),

    accounts: (addresses, signal) =>
      step(
        (connection) =>
          inBatches(addresses, async (address) => {
            const [coins, latest, pending] = await Promise.all([
              connection.call('eth_getBalance', [address, 'latest']),
              connection.call('eth_getTransactionCount', [address, 'latest']),
              connection.call('eth_getTransactionCount', [address, 'pending']),
            ])
            const nonce = readQuantity(latest, 'eth_getTransactionCount')
            const isBusy = readQuantity(pending, 'eth_getTransactionCount') !== nonce
            return { coins: readBigQuantity(coins, 'eth_getBalance'), nonce, isBusy }
          }),
        signal,
      ),

    outcomes: (txHashes, isFinal, signal) =>
      step(async (connection) => {
        const upTo = isFinal ? (await fetchFinalBlock(connection, options)).number : Number.POSITIVE_INFINITY
        return inBatches(txHashes, (txHash) => outcomeOf(connection, txHash, upTo))
      }, signal),

    broadcast: ({ txHash, raw }, signal) =>
      broadcast(nodes, { txHash, raw, wallet: '', nonce: 0, expiresAt: null }, signal),

    obstacle: (terms, signal) =>
      step(async (connection) => {
        if (terms.kind !== 'gas') throw new Error('terms of another network')
        const { baseFee } = await readMarket(connection)
        if (baseFee <= terms.maxFee) return undefined
        return `the base fee of ${baseFee} wei is above the signed ${terms.maxFee} wei: wait, or plan and sign again`
      }, signal),

    finalBlock: (signal) => step((connection) => fetchFinalBlock(connection, options), signal),

    openGasWallet: (key) => openErc20GasWallet(options, key),
  }
}

async function outcomeOf(
  connection: Connection,
  txHash: string,
  upTo: number,
): Promise<SweepOutcome | undefined> {
  const answer = await connection.call('eth_getTransactionReceipt', [txHash])
  if (answer === null) return undefined
  const what = `the receipt of ${txHash}`
  const { status, blockNumber, gasUsed, effectiveGasPrice } = readRecord(answer, what)
  if (readQuantity(blockNumber, what) > upTo) return undefined
  return {
    hasSucceeded: readQuantity(status, what) === 1,
    fee: readBigQuantity(gasUsed, what) * readBigQuantity(effectiveGasPrice, what),
  }
}

/** Runs calls in batches, whose size bounds what one node is asked at once. */
async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += BATCH_CALLS)
    results.push(...(await Promise.all(items.slice(at, at + BATCH_CALLS).map(work))))
  return results
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
