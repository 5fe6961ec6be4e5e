import type { SeenTransfer, Verdict } from '../domain/chains.js'
import { CHAIN_STEP } from '../domain/money.js'
import type { Nodes } from './nodes.js'
import { readEvent, type TokenRules } from './token-events.js'
import { readInfo } from './trc20-answers.js'
import { inLanes } from './trc20-blocks.js'
import type { TronNode } from './trc20-transport.js'

export interface SettleOptions {
  readonly nodes: Nodes<TronNode>
  readonly rules: TokenRules
  readonly spell: (hex: string) => string
}

type Word = 'same' | 'absent' | 'other'

/** Asks two nodes for the transaction of each transfer: only what both of them tell alike is credited. */
export const settleAll = (
  options: SettleOptions,
  transfers: readonly SeenTransfer[],
  signal: AbortSignal,
): Promise<readonly Verdict[]> => inLanes(transfers, (transfer) => settle(options, transfer, signal))

async function settle(options: SettleOptions, transfer: SeenTransfer, signal: AbortSignal): Promise<Verdict> {
  const { nodes } = options
  const ask = (node: TronNode) => wordOf(options, node, transfer, signal)
  const first = await nodes.step(async (node) => ({ node, word: await ask(node) }), signal)
  if (first.word !== 'same') return verdictOn(first.word)
  const second = await nodes.witness(first.node, ask, signal)
  if (second.kind === 'told') return verdictOn(second.answer)
  return second.kind === 'waived' ? 'final' : 'wait'
}

const verdictOn = (word: Word): Verdict => {
  if (word === 'same') return 'final'
  // A node that is a block behind does not contradict anybody.
  return word === 'absent' ? 'wait' : 'disputed'
}

async function wordOf(
  { rules, spell }: SettleOptions,
  node: TronNode,
  transfer: SeenTransfer,
  signal: AbortSignal,
): Promise<Word> {
  const { txHash, logIndex, block } = transfer
  const answer = await node.call('walletsolidity/gettransactioninfobyid', { value: txHash }, signal)
  const info = readInfo(answer, txHash)
  if (!info) return 'absent'
  const log = info.logs[logIndex]
  const event = log && readEvent(log, rules)
  const isSame =
    event?.kind === 'transfer' &&
    !event.log.isFailed &&
    event.log.emitter === rules.token &&
    event.value * CHAIN_STEP === transfer.value &&
    spell(event.to) === transfer.to &&
    spell(event.from) === transfer.from
  return isSame && info.blockNumber === block.number && info.timeAt === block.timeAt ? 'same' : 'other'
}
