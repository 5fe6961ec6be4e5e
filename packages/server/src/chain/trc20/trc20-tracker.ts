import type { ScanState } from '../../domain/chain/scan-step.js'
import type { Fate, SignedTransaction, SignedVersions } from '../../domain/chain/sender.js'
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

  async track(signed: SignedVersions, state: ScanState, signal: AbortSignal): Promise<Fate> {
    const { nodes, depth } = this.options
    const ask = (node: TronNode) => findMined(node, signed, signal)
    const first = await nodes.step(async (node) => ({ node, mined: await ask(node) }), signal)
    if (!first.mined) return this.trackUnsolidified(signed, state, signal)
    const { payment, info } = first.mined
    const { txHash } = payment
    const version = txHash === signed.payment.txHash ? {} : { version: txHash }
    const confirmations = Math.max(0, state.cursor.number - info.blockNumber + 1)
    const waiting = { kind: 'mined', confirmations, ...version } as const
    if (confirmations < depth) return waiting
    const outcome = this.outcomeOf(payment, info)
    const second = await nodes.crossCheck(first.node, ask, signal)
    if (second.kind === 'pending') return waiting
    const isAgreed =
      second.kind === 'waived' ||
      (second.answer?.payment.txHash === txHash &&
        isSameOutcome(this.outcomeOf(payment, second.answer.info), outcome))
    return isAgreed ? { ...fateOf(outcome, confirmations), ...version } : waiting
  }

  private async trackUnsolidified(
    signed: SignedVersions,
    { cursor }: ScanState,
    signal: AbortSignal,
  ): Promise<Fate> {
    const { nodes } = this.options
    const { payment } = signed
    if (isExpiredAt(payment, cursor.timeAt)) {
      const providers = await this.providersWithout(signed, signal)
      if (!providers) return { kind: 'unknown' }
      const isAgreed = providers.size > 1
      return { kind: 'dead', failureCode: 'expired_unbroadcast', isForeign: false, isAgreed }
    }
    const info = await nodes.step((node) => infoOf(node, 'wallet', payment, signal), signal)
    return info ? { kind: 'mined', confirmations: 0 } : { kind: 'unknown' }
  }

  /**
   * Returns the providers of the nodes that answer, if no block can include the payment any more and none of them has a
   * version of it; undefined otherwise, and where only one of several nodes answers.
   */
  private async providersWithout(
    signed: SignedVersions,
    signal: AbortSignal,
  ): Promise<ReadonlySet<string> | undefined> {
    const { nodes } = this.options
    const answers = await nodes.askAll(async (node) => {
      // In this order: whatever was solidified by then is reported.
      const header = await node.header('walletsolidity', undefined, signal)
      if (!header) throw new RpcError('broken', 'no block is solidified')
      const mined = await findMined(node, signed, signal)
      return {
        isWithout: isExpiredAt(signed.payment, header.timeAt) && mined === undefined,
        provider: node.provider,
      }
    }, signal)
    const isDead =
      answers.length >= Math.min(2, nodes.size) && answers.every(({ answer }) => answer.isWithout)
    return isDead ? new Set(answers.map(({ answer }) => answer.provider)) : undefined
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

/** Finds the version of a payment that is in a solidified block of a node. */
async function findMined(
  node: TronNode,
  { payment, others }: SignedVersions,
  signal: AbortSignal,
): Promise<{ payment: SignedTransaction; info: TransactionInfo } | undefined> {
  for (const version of [payment, ...others]) {
    const info = await infoOf(node, 'walletsolidity', version, signal)
    if (info) return { payment: version, info }
  }
  return undefined
}
