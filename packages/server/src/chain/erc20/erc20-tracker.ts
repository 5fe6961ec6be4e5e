import type { ScanState } from '../../domain/chain/scan-step.js'
import type { Fate, SignedPair, SignedTransaction } from '../../domain/withdrawals/sender.js'
import type { Connection } from '../nodes/connection.js'
import type { Nodes } from '../nodes/nodes.js'
import { readQuantity, readRecord } from '../nodes/rpc-error.js'
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
  /** 40 digits in lower case. */
  readonly token: string
}

/** One node's word on a payment. */
type Word =
  | { readonly kind: 'mined'; readonly confirmations: number; readonly outcome: PaymentOutcome }
  /** It is in no block of that node. */
  | { readonly kind: 'unmined'; readonly isPlaceTaken: boolean }

/** Follows what was signed until its fate is beyond doubt. */
export class Erc20Tracker {
  constructor(private readonly options: Erc20TrackerOptions) {}

  async track(signed: SignedPair, state: ScanState, signal: AbortSignal): Promise<Fate> {
    const { nodes, depth } = this.options
    const ask = (node: EthereumNode) => this.wordOf(node.connect(signal), signed.payment, state)
    const first = await nodes.step(async (node) => ({ node, word: await ask(node) }), signal)
    if (first.word.kind === 'unmined')
      return first.word.isPlaceTaken ? this.lookAtPlace(signed, signal) : { kind: 'unknown' }
    const { confirmations, outcome } = first.word
    const waiting = { kind: 'mined', confirmations } as const
    if (confirmations < depth) return waiting
    const second = await nodes.crossCheck(first.node, ask, signal)
    if (second.kind === 'wait') return waiting
    const isAgreed =
      second.kind === 'waived' ||
      (second.answer.kind === 'mined' && isSameOutcome(second.answer.outcome, outcome))
    return isAgreed ? fateOf(outcome, confirmations) : waiting
  }

  private async wordOf(connection: Connection, payment: SignedTransaction, state: ScanState): Promise<Word> {
    const { txHash, wallet, nonce } = payment
    const receipt = (await fetchReceiptsOf(connection, [txHash])).get(txHash)
    if (receipt) {
      const confirmations = await confirmationsOf(connection, receipt, state)
      return { kind: 'mined', confirmations, outcome: this.outcomeOf(payment, receipt) }
    }
    const booked = hexOf(state.cursor.number)
    const counted = await connection.call('eth_getTransactionCount', [wallet, booked])
    return { kind: 'unmined', isPlaceTaken: readQuantity(counted, 'eth_getTransactionCount') > nonce }
  }

  private outcomeOf(payment: SignedTransaction, receipt: Receipt): PaymentOutcome {
    const { hasSucceeded, blockNumber } = receipt
    const rules: TokenRules = { token: this.options.token, isPrefixAllowed: false, areForeignRecorded: false }
    const logs = receipt.logs.map((each) => {
      const log = readRecord(each, 'a log of a receipt')
      const logIndex = readQuantity(log.logIndex, 'a log of a receipt')
      return readLog(log, { txHash: payment.txHash, logIndex, blockNumber })
    })
    return outcomeOf(this.options.signer.read(payment), { hasSucceeded, logs }, rules)
  }

  /** Another transaction has the payment's place: ours that pays nobody, or somebody else's. */
  private async lookAtPlace({ payment, replacement }: SignedPair, signal: AbortSignal): Promise<Fate> {
    const { nodes } = this.options
    const hashes = [payment, replacement].flatMap((each) => (each ? [each.txHash] : []))
    const answers = await nodes.askAll(async (node) => {
      const connection = node.connect(signal)
      // In this order: what is final then has its receipt.
      const counted = await connection.call('eth_getTransactionCount', [payment.wallet, 'finalized'])
      const receipts = await fetchReceiptsOf(connection, hashes)
      return {
        isFinal: readQuantity(counted, 'eth_getTransactionCount') > payment.nonce,
        isPaymentThere: receipts.has(payment.txHash),
        isReplacementThere: replacement !== undefined && receipts.has(replacement.txHash),
      }
    }, signal)
    const words = answers.map(({ answer }) => answer)
    // One node's word is not enough where there are two.
    const isHeard = words.length >= Math.min(2, nodes.size)
    if (!isHeard || words.some(({ isPaymentThere }) => isPaymentThere)) return { kind: 'unknown' }
    const isForeign = !words.some(({ isReplacementThere }) => isReplacementThere)
    if (words.every(({ isFinal }) => isFinal))
      return { kind: 'dead', failureCode: 'broadcast_rejected', isForeign }
    const why = `a transaction that we did not sign has nonce ${payment.nonce} of ${payment.wallet}`
    return isForeign ? { kind: 'displaced', why } : { kind: 'unknown' }
  }
}

/** Counted on booked blocks; 0 while its block is none of them. */
async function confirmationsOf(
  connection: Connection,
  { blockHash, blockNumber }: Receipt,
  { cursor, ring }: ScanState,
): Promise<number> {
  if (blockNumber > cursor.number) return 0
  const known = [cursor, ...ring].find(({ number }) => number === blockNumber)
  const isDeep = !known && blockNumber < (ring.at(-1)?.number ?? cursor.number)
  // Deeper than any block that is kept: the node itself must have it under that number.
  const [header] = isDeep ? await fetchHeaders(connection, [blockNumber], Number.POSITIVE_INFINITY) : []
  const hash = known?.hash ?? header?.hash
  return hash === blockHash ? cursor.number - blockNumber + 1 : 0
}
