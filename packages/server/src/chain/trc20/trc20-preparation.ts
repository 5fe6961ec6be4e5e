import {
  type NotNow,
  OutOfStep,
  type PaymentQuote,
  type SendIntent,
  type SignedTransaction,
  type Unsigned,
  type WalletState,
} from '../../domain/chain/sender.js'
import { CHAIN_STEP } from '../../domain/shared/money.js'
import { readDestination } from '../../networks/spellings.js'
import { readHex, readInteger, readRecord } from '../nodes/answer-shape.js'
import { RpcError } from '../nodes/rpc-error.js'
import { headerOf } from './trc20-account.js'
import { readConstantCall } from './trc20-answers.js'
import { feeLimitOf, SUN, type TronPrices } from './trc20-fees.js'
import { burnedBy, payFrom, readResources, type TronUse } from './trc20-resources.js'
import { TRANSFER, type Trc20Signer } from './trc20-signing.js'
import type { NodeApi, TronNode } from './trc20-transport.js'

const LIFETIME_MS = 10 * 60_000
/** Bytes of a typical transfer before it is built: transfers differ only by their values. */
const TYPICAL_BYTES = 350

export interface PreparationOptions {
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
export class PaymentPreparation {
  constructor(private readonly options: PreparationOptions) {}

  async prepare(
    intent: SendIntent,
    { nonce: next, pending, state }: WalletState,
  ): Promise<SignedTransaction | Unsigned> {
    const { node, signal, signer, prices } = this.options
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
    const trial = await this.tryOut(to, intent)
    if ('notNow' in trial) return trial
    const { feeLimit } = trial
    const reserved = pending.map((signed) => signer.read(signed))
    const uses = [...reserved, { feeLimit, bytes: TYPICAL_BYTES }].map((each) => mostUsed(each, prices))
    const resources = await readResources(node, signer.walletHex, signal)
    if ((await sunOf(node, signer, signal)) < burnedBy(payFrom(resources, uses, prices)))
      return { notNow: 'funds' }
    const head = await headerOf(node, 'wallet', signal)
    if (reference.number > head.number)
      throw new RpcError('broken', 'a solidified block above the newest one')
    const timestamp = Math.max(head.timeAt, state.cursor.timeAt, next ?? 0)
    const expiresAt = head.timeAt + LIFETIME_MS
    const { purpose, withdrawalId, amount } = intent
    const spending = { purpose, withdrawalId, destination: to, amount }
    return signer.sign({ spending, feeLimit, reference, expiresAt, timestamp }, signal)
  }

  /** Returns what pays for a payment now, and the most that it may burn. Signs nothing. */
  async quote(intent: Pick<SendIntent, 'to' | 'amount'>): Promise<PaymentQuote> {
    const { node, signal, signer, prices } = this.options
    const to = readDestination('TRC20', intent.to)
    if (to === undefined) throw new Error('an invalid destination address')
    const trial = await this.tryOut(to, intent)
    if ('notNow' in trial) return trial
    const { energy, feeLimit } = trial
    const resources = await readResources(node, signer.walletHex, signal)
    const use = { energy, bytes: TYPICAL_BYTES }
    const [payment] = payFrom(resources, [use], prices)
    if (!payment) throw new Error('one use has one payment')
    const most = payFrom(resources, [mostUsed({ feeLimit, bytes: TYPICAL_BYTES }, prices)], prices)
    return {
      costs: [
        { name: 'energy', needed: use.energy, staked: payment.energy, coins: payment.energySun / SUN },
        { name: 'bandwidth', needed: use.bytes, staked: payment.bytes, coins: payment.byteSun / SUN },
      ],
      requiredCoins: burnedBy(most) / SUN,
    }
  }

  /** Simulates the transfer. @returns the energy that it takes now, and its fee limit */
  private async tryOut(
    to: string,
    { amount }: Pick<SendIntent, 'amount'>,
  ): Promise<NotNow | { readonly energy: number; readonly feeLimit: number }> {
    const { signer, prices, cap } = this.options
    const outcome = await this.callConstant(TRANSFER, signer.parametersOf(to, amount))
    if (!outcome.isReturned) return { notNow: 'would_revert' }
    const feeLimit = feeLimitOf(outcome.energy, prices, cap)
    return feeLimit === undefined ? { notNow: 'network_fee' } : { energy: outcome.energy, feeLimit }
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

/**
 * Returns the most that a transaction uses. Its fee limit bounds all its energy, that of a stake included, so that it is never
 * lowered by what is staked.
 */
const mostUsed = (
  { feeLimit, bytes }: { feeLimit: number; bytes: number },
  { energyFee }: TronPrices,
): TronUse => ({ energy: Math.floor(feeLimit / energyFee), bytes })

/** Returns the coins of the wallet at solidified blocks, sun; 0 also where the account was never activated. */
export async function sunOf(
  node: TronNode,
  { walletHex }: Trc20Signer,
  signal: AbortSignal,
): Promise<number> {
  const answer = await node.call('walletsolidity/getaccount', { address: walletHex }, signal)
  return readInteger(readRecord(answer, 'getaccount').balance, 'balance')
}
