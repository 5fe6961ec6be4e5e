import type { ScanState } from '../../domain/chain/scan-step.js'
import type { Fate, SignedTransaction, SignedVersions } from '../../domain/chain/sender.js'
import { readQuantity, readRecord } from '../nodes/answer-shape.js'
import type { Connection } from '../nodes/connection.js'
import type { Nodes } from '../nodes/nodes.js'
import { fateOf, isSameOutcome, outcomeOf, type PaymentOutcome } from '../token/payment-proof.js'
import type { TokenRules } from '../token/token-events.js'
import { fetchHeaders, hexOf } from './erc20-block.js'
import { fetchReceiptsOf, type Receipt, readLog } from './erc20-receipt.js'
import type { Erc20Signer } from './erc20-signing.js'
import type { EthereumNode } from './erc20-transport.js'

export interface Erc20TrackerOptions {
  readonly nodes: Nodes<EthereumNode>
  readonly signer: Erc20Signer
  readonly depth: number
  readonly rules: TokenRules
}

/** One node's answer about a payment. */
type PaymentStatus =
  | {
      readonly kind: 'mined'
      readonly confirmations: number
      readonly outcome: PaymentOutcome
      /** The version that is in a block. */
      readonly txHash: string
    }
  /** No version is in a block of that node. */
  | { readonly kind: 'unmined'; readonly isNonceUsed: boolean }

/** Tracks signed transactions until their fate is final. */
export class Erc20Tracker {
  constructor(private readonly options: Erc20TrackerOptions) {}

  async track(signed: SignedVersions, state: ScanState, signal: AbortSignal): Promise<Fate> {
    const { nodes, depth } = this.options
    const ask = (node: EthereumNode) => this.readStatus(node.connect(signal), signed, state)
    const first = await nodes.step(async (node) => ({ node, status: await ask(node) }), signal)
    if (first.status.kind === 'unmined')
      return first.status.isNonceUsed ? this.trackNonce(signed, state, signal) : { kind: 'unknown' }
    const { confirmations, outcome, txHash } = first.status
    const version = txHash === signed.payment.txHash ? {} : { version: txHash }
    const waiting = { kind: 'mined', confirmations, ...version } as const
    if (confirmations < depth) return waiting
    const second = await nodes.crossCheck(first.node, ask, signal)
    if (second.kind === 'pending') return waiting
    const isAgreed =
      second.kind === 'waived' ||
      (second.answer.kind === 'mined' &&
        second.answer.txHash === txHash &&
        isSameOutcome(second.answer.outcome, outcome))
    return isAgreed ? { ...fateOf(outcome, confirmations), ...version } : waiting
  }

  private async readStatus(
    connection: Connection,
    { payment, others }: SignedVersions,
    state: ScanState,
  ): Promise<PaymentStatus> {
    const { wallet, nonce } = payment
    const versions = [payment, ...others]
    const receipts = await fetchReceiptsOf(connection, versions.map(hashOf))
    for (const version of versions) {
      const { txHash } = version
      const receipt = receipts.get(txHash)
      if (!receipt) continue
      const confirmations = await confirmationsOf(connection, receipt, state)
      return { kind: 'mined', confirmations, outcome: this.outcomeOf(version, receipt), txHash }
    }
    const block = hexOf(state.cursor.number)
    const counted = await connection.call('eth_getTransactionCount', [wallet, block])
    return { kind: 'unmined', isNonceUsed: readQuantity(counted, 'eth_getTransactionCount') > nonce }
  }

  private outcomeOf(payment: SignedTransaction, receipt: Receipt): PaymentOutcome {
    const { hasSucceeded, blockNumber } = receipt
    const logs = receipt.logs.map((each) => {
      const log = readRecord(each, 'a log of a receipt')
      const logIndex = readQuantity(log.logIndex, 'a log of a receipt')
      return readLog(log, { txHash: payment.txHash, logIndex, blockNumber })
    })
    return outcomeOf(this.options.signer.read(payment), { hasSucceeded, logs }, this.options.rules)
  }

  /** Decides the fate of a payment whose nonce another transaction has used: our replacement, or a foreign one. */
  private async trackNonce(
    { payment, others, replacement }: SignedVersions,
    { cursor }: ScanState,
    signal: AbortSignal,
  ): Promise<Fate> {
    const { nodes } = this.options
    const isUsed = async (connection: Connection, block: string) => {
      const counted = await connection.call('eth_getTransactionCount', [payment.wallet, block])
      return readQuantity(counted, 'eth_getTransactionCount') > payment.nonce
    }
    const payments = [payment, ...others].map(hashOf)
    const hashes = replacement ? [...payments, replacement.txHash] : payments
    const answers = await nodes.askAll(async (node) => {
      const connection = node.connect(signal)
      // In this order: a final transaction then has its receipt.
      const isFinal = await isUsed(connection, 'finalized')
      // In one request: behind a provider's address one machine may have the block, and the next one not yet.
      const [isRecorded, receipts] = await Promise.all([
        isUsed(connection, hexOf(cursor.number)),
        fetchReceiptsOf(connection, hashes),
      ])
      return {
        isFinal,
        isRecorded,
        isPaymentThere: payments.some((hash) => receipts.has(hash)),
        isReplacementThere: replacement !== undefined && receipts.has(replacement.txHash),
      }
    }, signal)
    const reports = answers.map(({ answer }) => answer)
    // One node is not enough where there are two.
    const hasQuorum = reports.length >= Math.min(2, nodes.size)
    const isContradicted = reports.some(({ isPaymentThere, isRecorded }) => isPaymentThere || !isRecorded)
    if (!hasQuorum || isContradicted) return { kind: 'unknown' }
    const isForeign = !reports.some(({ isReplacementThere }) => isReplacementThere)
    if (reports.every(({ isFinal }) => isFinal))
      return { kind: 'dead', failureCode: 'broadcast_rejected', isForeign }
    const why = `a transaction that we did not sign has nonce ${payment.nonce} of ${payment.wallet}`
    return isForeign ? { kind: 'displaced', why } : { kind: 'unknown' }
  }
}

const hashOf = ({ txHash }: SignedTransaction): string => txHash

/** Counts confirmations on recorded blocks; 0 while the transaction's block is none of them. */
async function confirmationsOf(
  connection: Connection,
  { blockHash, blockNumber }: Receipt,
  { cursor, ring }: ScanState,
): Promise<number> {
  if (blockNumber > cursor.number) return 0
  const known = [cursor, ...ring].find(({ number }) => number === blockNumber)
  // Where the block is not stored, the node itself must have it under that number.
  const [header] = known ? [] : await fetchHeaders(connection, [blockNumber], Number.POSITIVE_INFINITY)
  const hash = known?.hash ?? header?.hash
  return hash === blockHash ? cursor.number - blockNumber + 1 : 0
}
