import {
  type NotNow,
  OutOfStep,
  type Sender,
  type SendIntent,
  type SignedTransaction,
  type Unsigned,
  type WalletState,
} from '../../domain/chain/sender.js'
import { CHAIN_STEP } from '../../domain/shared/money.js'
import { readDestination } from '../../networks/spellings.js'
import { TRC20 } from '../../networks/trc20.js'
import { readHex, readInteger, readList, readRecord } from '../nodes/answer-shape.js'
import type { Nodes } from '../nodes/nodes.js'
import { RpcError } from '../nodes/rpc-error.js'
import { readConstantCall } from './trc20-answers.js'
import { broadcast, broadcastToAll } from './trc20-broadcast.js'
import { costOf, feeLimitOf, SUN, type TronPrices } from './trc20-fees.js'
import { openTrc20Signer, TRANSFER, type Trc20Signer } from './trc20-signing.js'
import { Trc20Tracker } from './trc20-tracker.js'
import type { NodeApi, TronNode } from './trc20-transport.js'

export interface Trc20SenderOptions {
  /** The token's contract, in the network's spelling. */
  readonly token: string
  /** Key of the hot wallet, 64 hex digits. */
  readonly key: string
  readonly nodes: Nodes<TronNode>
  /** Confirmations that a payment needs, its own block included. */
  readonly depth: number
  /** Maximum TRX that a payment burns for energy, whole TRX. */
  readonly feeLimitTrx: number
  /** Monotonic clock, ms. */
  readonly monotonic: () => number
}

const LIFETIME_MS = 10 * 60_000
const PRICES_MS = 10 * 60_000
/** At most: two for the screening, one for the chain id, one for the prices. */
const CALLS_OF_A_PAYMENT = 12
/** Bytes of a typical transfer before it is built: transfers differ only by their values. */
const TYPICAL_BYTES = 350

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

  return {
    wallet: signer.wallet,

    head: (signal) => nodes.step((node) => headerOf(node, 'wallet', signal), signal),

    coins: (signal) => nodes.step(async (node) => (await sunOf(node, signer, signal)) / SUN, signal),

    canSpare: () => (nodes.first?.budget.beyondOrders ?? 0) >= CALLS_OF_A_PAYMENT,

    prepare: (intent, slot, signal) =>
      nodes.step(async (node) => {
        const prices = await pricesAt(node, signal)
        return new PaymentPreparation({ node, signal, signer, token: `41${tokenHex}`, cap, prices }).prepare(
          intent,
          slot,
        )
      }, signal),

    broadcast: (signed, to, signal) =>
      to === 'all' ? broadcastToAll(nodes, signed, signal) : broadcast(nodes, signed, signal),

    track: ({ payment }, state, signal) => tracker.track(payment, state, signal),
  }
}

interface PreparationOptions {
  readonly node: TronNode
  readonly signal: AbortSignal
  readonly signer: Trc20Signer
  /** 21 bytes in hex. */
  readonly token: string
  /** Sun. */
  readonly cap: number
  readonly prices: TronPrices
}

/** Checks the preconditions of a payment at one node, and signs it. */
class PaymentPreparation {
  constructor(private readonly options: PreparationOptions) {}

  async prepare(
    intent: SendIntent,
    { nonce: next, pending, state }: WalletState,
  ): Promise<SignedTransaction | Unsigned> {
    const { node, signal, signer, prices, cap } = this.options
    const to = readDestination('TRC20', intent.to)
    if (to === undefined)
      throw new Error(`withdrawal ${intent.withdrawalId} has an invalid destination address`)
    const reference = await headerOf(node, 'walletsolidity', signal)
    if (reference.number < state.cursor.number)
      throw new OutOfStep('the node does not have the recorded blocks yet')
    const stopped = await this.findTokenStop()
    if (stopped) return stopped
    const due = pending.reduce((sum, { amount }) => sum + amount, 0n) + intent.amount
    if ((await this.tokenBalance()) < due) return { notNow: 'funds' }
    const outcome = await this.callConstant(TRANSFER, signer.parametersOf(to, intent.amount))
    if (!outcome.isReturned) return { notNow: 'would_revert' }
    const feeLimit = feeLimitOf(outcome.energy, prices, cap)
    if (feeLimit === undefined) return { notNow: 'network_fee' }
    const reserved = pending.map((signed) => signer.read(signed))
    const burned = [...reserved, { feeLimit, bytes: TYPICAL_BYTES }]
      .map(({ feeLimit: energy, bytes }) => energy + costOf({ energy: 0, bytes }, prices))
      .reduce((sum, each) => sum + each, 0)
    if ((await sunOf(node, signer, signal)) < burned) return { notNow: 'funds' }
    const head = await headerOf(node, 'wallet', signal)
    if (reference.number > head.number)
      throw new RpcError('broken', 'a solidified block above the newest one')
    const timestamp = Math.max(head.timeAt, state.cursor.timeAt, next ?? 0)
    const expiresAt = head.timeAt + LIFETIME_MS
    return signer.sign({ to, amount: intent.amount, feeLimit, reference, expiresAt, timestamp })
  }

  private async findTokenStop(): Promise<NotNow | undefined> {
    if ((await this.number('deprecated()')) !== 0n) return { notNow: 'token_deprecated' }
    if ((await this.number('paused()')) !== 0n) return { notNow: 'token_paused' }
    return (await this.number('basisPointsRate()')) === 0n ? undefined : { notNow: 'token_fee' }
  }

  /** 0 where a test token has no such function. */
  private async number(call: string): Promise<bigint> {
    const { data } = await this.callConstant(call, '')
    return data.length === 64 ? BigInt(`0x${data}`) : 0n
  }

  /**
   * Balance at solidified blocks, the same ones as the ledger's, so that no recorded payment has spent it. 1e-8 USDT.
   */
  private async tokenBalance(): Promise<bigint> {
    const { signer } = this.options
    const word = signer.walletHex.slice(2).padStart(64, '0')
    const { data } = await this.callConstant('balanceOf(address)', word, 'walletsolidity')
    return BigInt(`0x${readHex(data, 'balanceOf', 32)}`) * CHAIN_STEP
  }

  private async callConstant(
    call: string,
    parameter: string,
    api: NodeApi = 'wallet',
  ): Promise<{ isReturned: boolean; data: string; energy: number }> {
    const { node, signal, signer, token } = this.options
    const body = {
      owner_address: signer.walletHex,
      contract_address: token,
      function_selector: call,
      parameter,
    }
    const answer = await node.call(`${api}/triggerconstantcontract`, body, signal)
    const outcome = readConstantCall(answer)
    const energy = readInteger(readRecord(answer, call).energy_used, 'energy_used')
    return outcome.kind === 'returned'
      ? { isReturned: true, data: outcome.data, energy }
      : { isReturned: false, data: '', energy }
  }
}

async function headerOf(node: TronNode, api: NodeApi, signal: AbortSignal) {
  const header = await node.header(api, undefined, signal)
  if (!header) throw new RpcError('broken', 'no newest block')
  return header
}

/** Returns the coins of the wallet at solidified blocks, sun; 0 also where the account was never activated. */
async function sunOf(node: TronNode, { walletHex }: Trc20Signer, signal: AbortSignal): Promise<number> {
  const answer = await node.call('walletsolidity/getaccount', { address: walletHex }, signal)
  return readInteger(readRecord(answer, 'getaccount').balance, 'balance')
}

/** @throws RpcError */
export async function readPrices(node: TronNode, signal: AbortSignal): Promise<TronPrices> {
  const answer = readRecord(await node.call('wallet/getchainparameters', {}, signal), 'getchainparameters')
  const named = new Map(
    readList(answer.chainParameter, 'chainParameter').map((each) => {
      const { key, value } = readRecord(each, 'chainParameter')
      return [key, value] as const
    }),
  )
  const read = (key: string) => {
    const value = readInteger(named.get(key), key)
    if (value === 0) throw new RpcError('broken', `${key} is missing`)
    return value
  }
  return {
    energyFee: read('getEnergyFee'),
    byteFee: read('getTransactionFee'),
    maxFeeLimit: read('getMaxFeeLimit'),
  }
}
