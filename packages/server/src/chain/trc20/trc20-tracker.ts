import type { ScanState } from '../../domain/chain/scan-step.js'
import type { Fate, SignedTransaction } from '../../domain/chain/sender.js'
import { TRC20 } from '../../networks/trc20.js'
import type { Nodes } from '../nodes/nodes.js'
import { RpcError } from '../nodes/rpc-error.js'
import { fateOf, isSameOutcome, outcomeOf, type PaymentOutcome } from '../token/payment-proof.js'
import type { TokenRules } from '../token/token-events.js'
import { readInfo, type TransactionInfo } from './trc20-answers.js'
import type { Trc20Signer } from './trc20-signing.js'
import type { NodeApi, TronNode } from './trc20-transport.js'

/** One URL may be a load balancer over several nodes, so a payment counts as expired only this long after its expiry. */
const MARGIN_MS = 60_000

export interface Trc20TrackerOptions {
  readonly nodes: Nodes<TronNode>
  readonly signer: Trc20Signer
  readonly depth: number
  /** 40 digits in lower case. */
  readonly token: string
}

/** Tracks signed transactions until their fate is final. */
export class Trc20Tracker {
  constructor(private readonly options: Trc20TrackerOptions) {}

  async track(payment: SignedTransaction, state: ScanState, signal: AbortSignal): Promise<Fate> {
    const { nodes, depth } = this.options
    const ask = (node: TronNode) => infoOf(node, 'walletsolidity', payment, signal)
    const first = await nodes.step(async (node) => ({ node, info: await ask(node) }), signal)
    if (!first.info) return this.trackUnsolidified(payment, state, signal)
    const confirmations = Math.max(0, state.cursor.number - first.info.blockNumber + 1)
    const waiting = { kind: 'mined', confirmations } as const
    if (confirmations < depth) return waiting
    const outcome = this.outcomeOf(payment, first.info)
    const second = await nodes.crossCheck(first.node, ask, signal)
    if (second.kind === 'pending') return waiting
    const isAgreed =
      second.kind === 'waived' ||
      (second.answer && isSameOutcome(this.outcomeOf(payment, second.answer), outcome))
    return isAgreed ? fateOf(outcome, confirmations) : waiting
  }

  private async trackUnsolidified(
    payment: SignedTransaction,
    { cursor }: ScanState,
    signal: AbortSignal,
  ): Promise<Fate> {
    const { nodes } = this.options
    if (isExpiredAt(payment, cursor.timeAt)) {
      return (await this.isDead(payment, signal))
        ? { kind: 'dead', failureCode: 'expired_unbroadcast', isForeign: false }
        : { kind: 'unknown' }
    }
    const info = await nodes.step((node) => infoOf(node, 'wallet', payment, signal), signal)
    return info ? { kind: 'mined', confirmations: 0 } : { kind: 'unknown' }
  }

  /** Whether no block can include it any more, and no node that answers has it: two nodes, where there are two. */
  private async isDead(payment: SignedTransaction, signal: AbortSignal): Promise<boolean> {
    const { nodes } = this.options
    const answers = await nodes.askAll(async (node) => {
      // In this order: whatever was solidified by then is reported.
      const header = await node.header('walletsolidity', undefined, signal)
      if (!header) throw new RpcError('broken', 'no block is solidified')
      const info = await infoOf(node, 'walletsolidity', payment, signal)
      return isExpiredAt(payment, header.timeAt) && info === undefined
    }, signal)
    return answers.length >= Math.min(2, nodes.size) && answers.every(({ answer }) => answer)
  }

  private outcomeOf(payment: SignedTransaction, info: TransactionInfo): PaymentOutcome {
    const rules: TokenRules = {
      ...{ token: this.options.token, decimals: TRC20.decimals },
      ...{ isPrefixAllowed: true, areForeignRecorded: false },
    }
    return outcomeOf(this.options.signer.read(payment), info, rules)
  }
}

/**
 * Whether it expired long enough ago that no node that lags a few blocks behind a load balancer could still include
 * it.
 */
const isExpiredAt = ({ expiresAt }: SignedTransaction, at: number): boolean =>
  expiresAt !== null && at > expiresAt + MARGIN_MS

async function infoOf(
  node: TronNode,
  api: NodeApi,
  { txHash }: SignedTransaction,
  signal: AbortSignal,
): Promise<TransactionInfo | undefined> {
  return readInfo(await node.call(`${api}/gettransactioninfobyid`, { value: txHash }, signal), txHash)
}
