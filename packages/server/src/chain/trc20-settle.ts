import type { SeenTransfer, Verdict } from '../domain/chains.js'
import { CHAIN_STEP } from '../domain/money.js'
import { NodeFault } from './answer.js'
import type { DeepBlocksOptions } from './deep-blocks.js'
import type { Nodes } from './nodes.js'
import { readEvent, type TokenEvent, type TokenRules } from './token-events.js'
import { readInfo } from './trc20-answers.js'
import { headerOf, inLanes, readBlocks } from './trc20-blocks.js'
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
  const isSame = event !== undefined && isSameTransfer({ rules, spell }, event, transfer)
  return isSame && info.blockNumber === block.number && info.timeAt === block.timeAt ? 'same' : 'other'
}

type Reading = Pick<SettleOptions, 'rules' | 'spell'>

/** What a node lacks of a solidified block, by all that it tells of that block. */
export const missingFrom =
  (reading: Reading): DeepBlocksOptions<TronNode>['missing'] =>
  async (node, { number, hash }, transfers, signal) => {
    const view = { node, face: 'walletsolidity', signal } as const
    const [blocks, header] = await Promise.all([
      readBlocks(view, [number], 0, reading.rules),
      headerOf(view, number),
    ])
    if (header.hash !== hash) throw new NodeFault('broken', `block ${number}: not the one that is booked`)
    const events = blocks.flatMap((block) => block.events)
    const isThere = (transfer: SeenTransfer) =>
      events.some(
        (event) =>
          event.log.txHash === transfer.txHash &&
          event.log.logIndex === transfer.logIndex &&
          isSameTransfer(reading, event, transfer),
      )
    return transfers.filter((transfer) => !isThere(transfer))
  }

const isSameTransfer = ({ rules, spell }: Reading, event: TokenEvent, transfer: SeenTransfer): boolean =>
  event.kind === 'transfer' &&
  !event.log.isFailed &&
  event.log.emitter === rules.token &&
  event.value * CHAIN_STEP === transfer.value &&
  spell(event.to) === transfer.to &&
  spell(event.from) === transfer.from
