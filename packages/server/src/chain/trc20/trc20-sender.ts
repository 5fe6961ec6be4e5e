import type { Sender } from '../../domain/chain/sender.js'
import { TRC20 } from '../../networks/trc20.js'
import type { Nodes } from '../nodes/nodes.js'
import type { WalletKey } from '../wallet/wallet-key.js'
import { headerOf } from './trc20-account.js'
import { broadcast, broadcastToAll } from './trc20-broadcast.js'
import { SUN, type TronPrices } from './trc20-fees.js'
import { PaymentPreparation, sunOf } from './trc20-preparation.js'
import { readPrices } from './trc20-prices.js'
import { readResources } from './trc20-resources.js'
import { openTrc20Signer } from './trc20-signing.js'
import { Trc20Tracker } from './trc20-tracker.js'
import type { TronNode } from './trc20-transport.js'

export interface Trc20SenderOptions {
  /** The token's contract, in the network's spelling. */
  readonly token: string
  readonly key: WalletKey
  readonly nodes: Nodes<TronNode>
  /** Confirmations that a payment needs, its own block included. */
  readonly depth: number
  /** Maximum TRX that a payment burns for energy, whole TRX. */
  readonly feeLimitTrx: number
  /** Monotonic clock, ms. */
  readonly monotonic: () => number
}

const PRICES_MS = 10 * 60_000
/** At most: two for the screening, one for the chain id, one for the prices. */
const CALLS_OF_A_PAYMENT = 13

/** Signs and sends USDT on TRON. */
export async function openTrc20Sender(options: Trc20SenderOptions): Promise<Sender> {
  const { nodes, token, depth, monotonic } = options
  const signer = await openTrc20Signer(options.key, token)
  const tokenHex = Buffer.from(TRC20.decodeAddress(token) ?? []).toString('hex')
  const tracker = new Trc20Tracker({ nodes, signer, depth, token: tokenHex })
  const cap = options.feeLimitTrx * SUN
  let known: { readonly prices: TronPrices; readonly at: number } | undefined

  async function pricesAt(node: TronNode, signal: AbortSignal): Promise<TronPrices> {
    if (!known || monotonic() - known.at >= PRICES_MS) {
      known = { prices: await readPrices(node, signal), at: monotonic() }
    }
    return known.prices
  }

  const preparationAt = async (node: TronNode, signal: AbortSignal) => {
    const prices = await pricesAt(node, signal)
    return new PaymentPreparation({ node, signal, signer, token: `41${tokenHex}`, cap, prices })
  }

  return {
    wallet: signer.wallet,

    head: (signal) => nodes.step((node) => headerOf(node, 'wallet', signal), signal),

    coins: (signal) => nodes.step(async (node) => (await sunOf(node, signer, signal)) / SUN, signal),

    resources: (signal) =>
      nodes.step(async (node) => {
        const { energy, stakedBytes, freeBytes } = await readResources(node, signer.walletHex, signal)
        return [
          { name: 'energy', left: energy },
          { name: 'bandwidth', left: stakedBytes + freeBytes },
        ]
      }, signal),

    quote: (intent, signal) =>
      nodes.step(async (node) => (await preparationAt(node, signal)).quote(intent), signal),

    canSpare: () => (nodes.first?.budget.beyondOrders ?? 0) >= CALLS_OF_A_PAYMENT,

    prepare: (intent, slot, signal) =>
      nodes.step(async (node) => (await preparationAt(node, signal)).prepare(intent, slot), signal),

    broadcast: (signed, to, signal) =>
      to === 'all' ? broadcastToAll(nodes, signed, signal) : broadcast(nodes, signed, signal),

    track: (signed, state, signal) => tracker.track(signed, state, signal),
  }
}
