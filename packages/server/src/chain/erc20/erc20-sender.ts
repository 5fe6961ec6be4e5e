import {
  OutOfStep,
  type Sender,
  type SendIntent,
  type SignedTransaction,
  type Unsigned,
  type WalletState,
} from '../../domain/chain/sender.js'
import { exactOfUnits, exactScale } from '../../domain/shared/token-units.js'
import { evmDescriptionOf } from '../../networks/evm-networks.js'
import type { Network } from '../../networks/networks.js'
import { readDestination } from '../../networks/spellings.js'
import { readBigQuantity, readHex, readQuantity } from '../nodes/answer-shape.js'
import type { Nodes } from '../nodes/nodes.js'
import { SELECTORS } from '../token/token-abi.js'
import type { WalletKey } from '../wallet/wallet-key.js'
import { hexOf } from './erc20-block.js'
import { broadcast, broadcastToAll } from './erc20-broadcast.js'
import { capOf, type FeeCaps, priceOf } from './erc20-fees.js'
import { TransferGas } from './erc20-gas.js'
import { tokenFilter } from './erc20-logs.js'
import { readMarket } from './erc20-market.js'
import { countTransactions, findTransaction } from './erc20-nonces.js'
import { type SigningContext, signRaised, signReplacement } from './erc20-repricing.js'
import { openErc20Signer } from './erc20-signing.js'
import { findTokenStop } from './erc20-token-stop.js'
import { Erc20Tracker } from './erc20-tracker.js'
import type { EthereumNode } from './erc20-transport.js'

export interface Erc20SenderOptions {
  readonly network: Network
  readonly chainId: number
  /** The token's contract, in the network's spelling. */
  readonly token: string
  readonly key: WalletKey
  readonly nodes: Nodes<EthereumNode>
  /** Confirmations that a payment needs, its own block included. */
  readonly depth: number
  readonly caps: FeeCaps
}

/** Most calls, with those of the screening. */
const CALLS_OF_A_PAYMENT = 16
/** One ETH. */
const WEI = 1e18

/** Signs and sends USDT on an Ethereum network. */
export async function openErc20Sender(options: Erc20SenderOptions): Promise<Sender> {
  const { network, nodes, token, depth, caps } = options
  const evm = evmDescriptionOf(network)
  const signer = await openErc20Signer(options.key, options.chainId, token, evm.decimals)
  const { rules } = tokenFilter(token.slice(2).toLowerCase(), evm)
  const gas = new TransferGas(signer, token)
  const signing = { signer, network, token, gas, caps }
  const tracker = new Erc20Tracker({ nodes, signer, depth, rules })

  return {
    wallet: signer.wallet,

    head: (signal) => nodes.step((node) => node.head(signal), signal),

    coins: (signal) =>
      nodes.step(async (node) => {
        const wei = await node.connect(signal).call('eth_getBalance', [signer.wallet, 'latest'])
        return Number(readBigQuantity(wei, 'eth_getBalance')) / WEI
      }, signal),

    canSpare: () => (nodes.first?.budget.beyondOrders ?? 0) >= CALLS_OF_A_PAYMENT,

    prepare: (intent, slot, signal) =>
      nodes.step(
        (node) => prepare({ ...signing, connection: node.connect(signal), signal }, intent, slot),
        signal,
      ),

    prepareVersion: (intent, versions, slot, signal) =>
      nodes.step(
        (node) =>
          signRaised({ ...signing, connection: node.connect(signal), signal }, intent, { versions, slot }),
        signal,
      ),

    prepareReplacement: (versions, { cursor }, signal) =>
      nodes.step(
        (node) =>
          signReplacement({ ...signing, connection: node.connect(signal), signal }, versions, cursor.number),
        signal,
      ),

    broadcast: (signed, to, signal) =>
      to === 'all' ? broadcastToAll(nodes, signed, signal) : broadcast(nodes, signed, signal),

    countTransactions: (signal) => countTransactions(nodes, signer.wallet, signal),
    findTransaction: (txHash, signal) => findTransaction(nodes, txHash, signal),

    track: (signed, state, signal) => tracker.track(signed, state, signal),
  }
}

async function prepare(
  signing: SigningContext,
  intent: SendIntent,
  slot: WalletState,
): Promise<SignedTransaction | Unsigned> {
  const { connection, signer, network, token, caps, signal } = signing
  const { wallet } = signer
  const to = readDestination(network, intent.to)
  if (to === undefined)
    throw new Error(`withdrawal ${intent.withdrawalId} has an invalid destination address`)
  // Pending payments are known up to the recorded blocks: balances of later blocks might count a payment twice.
  const at = hexOf(slot.state.cursor.number)
  const [counted, recorded, market, coins, tokens, stopped] = await Promise.all([
    connection.call('eth_getTransactionCount', [wallet, 'pending']),
    connection.call('eth_getTransactionCount', [wallet, at]),
    readMarket(connection),
    connection.call('eth_getBalance', [wallet, at]),
    connection.call('eth_call', [{ to: token, data: callOf(SELECTORS.balanceOf, wallet) }, at]),
    findTokenStop(connection, network, token),
  ])
  const used = readQuantity(counted, 'eth_getTransactionCount')
  // A wallet that never signed here may have a payment in flight that a restore has lost: it must be recorded first.
  if (slot.nonce === undefined && used !== readQuantity(recorded, 'eth_getTransactionCount'))
    throw new OutOfStep(`${wallet} has transactions that are not recorded yet`)
  const ours = slot.nonce ?? used
  if (used > ours && !slot.isForeignUseAccepted) return { foreign: foreignUse(wallet, used, ours) }
  const nonce = Math.max(used, ours)
  if (stopped) return stopped
  const pending = slot.pending.reduce((sum, { amount }) => sum + amount, 0n)
  const balance = exactOfUnits(wordOf(tokens), evmDescriptionOf(network).decimals)
  const isCovered = balance >= (pending + intent.amount) * exactScale(network)
  if (!isCovered) return { notNow: 'funds' }
  const data = signer.callData(to, intent.amount)
  const gas = await signing.gas.limitOf(connection, data)
  if (typeof gas !== 'bigint') return gas
  const price = priceOf(market, capOf(caps, gas))
  if (!price) return { notNow: 'network_fee' }
  const reserved = slot.pending.reduce((sum, signed) => sum + signer.read(signed).worstCost, 0n)
  if (readBigQuantity(coins, 'eth_getBalance') < reserved + gas * price.maxFee) return { notNow: 'funds' }
  const { purpose, withdrawalId, amount } = intent
  return signer.sign(
    { nonce, gas, price, spending: { purpose, withdrawalId, destination: to, amount } },
    signal,
  )
}

const foreignUse = (wallet: string, used: number, nonce: number): string =>
  `${wallet} has ${used} transactions, of which this server signed ${nonce}: another signer uses its key`

const callOf = (selector: string, address: string): string =>
  `0x${selector}${address.slice(2).toLowerCase().padStart(64, '0')}`

const wordOf = (answer: unknown): bigint => BigInt(`0x${readHex(answer, 'balanceOf', 32)}`)
