import type {
  NotNow,
  SendIntent,
  SignedTransaction,
  SignedVersions,
  WalletState,
} from '../../domain/chain/sender.js'
import type { Network } from '../../networks/networks.js'
import { readDestination } from '../../networks/spellings.js'
import { readBigQuantity, readQuantity } from '../nodes/answer-shape.js'
import type { Connection } from '../nodes/connection.js'
import { hexOf } from './erc20-block.js'
import {
  capOf,
  type FeeCaps,
  type GasPrice,
  isPassedBy,
  raisedPrice,
  SELF_TRANSFER_GAS,
} from './erc20-fees.js'
import type { TransferGas } from './erc20-gas.js'
import { readMarket } from './erc20-market.js'
import type { Erc20Signer, PaymentBytes } from './erc20-signing.js'
import { findTokenStop } from './erc20-token-stop.js'

export interface SigningContext {
  readonly connection: Connection
  readonly signer: Erc20Signer
  readonly network: Network
  /** The token's contract, in the network's spelling. */
  readonly token: string
  readonly gas: TransferGas
  readonly caps: FeeCaps
  readonly signal: AbortSignal
}

/**
 * Signs a payment again, with the same call and nonce and a higher price.
 *
 * @returns undefined while the market has not passed its price, or a transaction with its nonce is in a block
 */
export async function signRaised(
  signing: SigningContext,
  { purpose, withdrawalId, to, amount }: SendIntent,
  { versions, slot: { pending, state } }: { versions: SignedVersions; slot: WalletState },
): Promise<SignedTransaction | NotNow | undefined> {
  const { connection, signer, network, token, caps, signal } = signing
  const before = dearestOf(signer, versions)
  const { nonce, wallet } = versions.payment
  const [counted, market, coins, stopped] = await Promise.all([
    connection.call('eth_getTransactionCount', [wallet, 'latest']),
    readMarket(connection),
    connection.call('eth_getBalance', [wallet, hexOf(state.cursor.number)]),
    findTokenStop(connection, network, token),
  ])
  if (readQuantity(counted, 'eth_getTransactionCount') > nonce) return undefined
  if (!isPassedBy(market, before.price)) return undefined
  if (stopped) return stopped
  const measured = await signing.gas.limitOf(connection, before.data)
  if (typeof measured !== 'bigint') return measured
  const gas = measured > before.gas ? measured : before.gas
  const price = raisedPrice(before.price, market, capOf(caps, gas))
  if (!price) return { notNow: 'network_fee' }
  const reserved = pending.reduce((sum, other) => sum + signer.read(other).worstCost, 0n)
  if (readBigQuantity(coins, 'eth_getBalance') < reserved + gas * price.maxFee) return { notNow: 'funds' }
  const spending = { purpose, withdrawalId, destination: readDestination(network, to) ?? to, amount }
  return signer.sign({ nonce, gas, price, spending }, signal)
}

/** Signs a transaction that transfers nothing at the nonce of a payment, and outbids all versions of it. */
export async function signReplacement(
  { connection, signer, caps, signal }: SigningContext,
  versions: SignedVersions,
  blockNumber: number,
): Promise<SignedTransaction | NotNow> {
  const before = dearestOf(signer, versions)
  const [market, coins] = await Promise.all([
    readMarket(connection),
    connection.call('eth_getBalance', [signer.wallet, hexOf(blockNumber)]),
  ])
  const price = raisedPrice(before.price, market, capOf(caps, SELF_TRANSFER_GAS))
  if (!price) return { notNow: 'network_fee' }
  if (readBigQuantity(coins, 'eth_getBalance') < SELF_TRANSFER_GAS * price.maxFee) return { notNow: 'funds' }
  const { withdrawalId, payment } = versions
  return signer.signReplacement({ nonce: payment.nonce, price, withdrawalId }, signal)
}

/**
 * Returns the version with the highest price; a further version raises both parts of it.
 *
 * @throws Error if the key of its wallet is not configured: a nonce belongs to one wallet
 */
function dearestOf(signer: Erc20Signer, { payment, others }: SignedVersions): PaymentBytes {
  if (payment.wallet !== signer.wallet)
    throw new Error(`signed by ${payment.wallet}, whose key is not configured`)
  return [payment, ...others]
    .map((version) => signer.read(version))
    .reduce((most, version) => (isHigher(version.price, most.price) ? version : most))
}

const isHigher = (one: GasPrice, other: GasPrice): boolean => one.maxFee > other.maxFee
