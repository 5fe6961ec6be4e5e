import type { Finality } from '../../domain/chain/chain.js'
import { isDust, type SeenTransfer } from '../../domain/payments/transfer.js'
import { CHAIN_STEP } from '../../domain/shared/money.js'
import type { Nodes } from '../nodes/nodes.js'
import { RpcError } from '../nodes/rpc-error.js'
import type { MissingTransferCheckOptions } from '../token/missing-transfer-check.js'
import { readEvent, type TokenEvent, type TokenRules } from '../token/token-events.js'
import { readInfo, readInfosById, type TransactionInfo } from './trc20-answers.js'
import { CALLS_OF_A_BLOCK, headerOf, mapWithConcurrency, readBlocks } from './trc20-blocks.js'
import type { TronNode } from './trc20-transport.js'

export interface FinalityOptions {
  readonly nodes: Nodes<TronNode>
  readonly rules: TokenRules
  readonly encodeAddress: (hex: string) => string
}

type Word = 'same' | 'absent' | 'other'

/**
 * Asks two nodes for what is due, block by block: only what both of them tell alike is credited. As long as no second one
 * can tell, the first is asked about one block alone. Dust waits where the calls of the day are needed for blocks.
 */
export async function checkFinality(
  options: FinalityOptions,
  transfers: readonly SeenTransfer[],
  signal: AbortSignal,
): Promise<readonly Finality[]> {
  const verdicts = new Map<SeenTransfer, Finality>()
  const [first, ...others] = groupsOf(transfers)
  for (const groups of [first ? [first] : [], others]) {
    if (groups.length > 0 && !(await judge(options, groups, verdicts, signal))) break
  }
  return transfers.map((transfer) => verdicts.get(transfer) ?? 'pending')
}

/** Transfers that one answer of a node tells of. */
type Group = readonly SeenTransfer[]

/** By block; large ones first, so that dust hides none of them. */
function groupsOf(transfers: readonly SeenTransfer[]): Group[] {
  const byBlock = new Map<number, SeenTransfer[]>()
  for (const transfer of transfers) {
    const { number } = transfer.block
    byBlock.set(number, [...(byBlock.get(number) ?? []), transfer])
  }
  const groups = [...byBlock.values()]
  return [...groups.filter((group) => !group.every(isDust)), ...groups.filter((group) => group.every(isDust))]
}

/** @returns false where no second node can tell */
async function judge(
  options: FinalityOptions,
  groups: readonly Group[],
  verdicts: Map<SeenTransfer, Finality>,
  signal: AbortSignal,
): Promise<boolean> {
  const { nodes } = options
  const first = await nodes.step(async (node) => {
    const large = groups.filter((group) => !group.every(isDust)).length
    const asked = groups.slice(0, large + Math.max(0, Math.floor(node.budget.beyondOrders)))
    return { node, asked, words: await wordsOf(options, node, asked, signal) }
  }, signal)
  const tell = (words: ReadonlyMap<SeenTransfer, Word>) => {
    for (const [transfer, word] of words) verdicts.set(transfer, verdictOn(word))
  }
  tell(first.words)
  const same = first.asked
    .map((group) => group.filter((transfer) => first.words.get(transfer) === 'same'))
    .filter((group) => group.length > 0)
  if (same.length === 0) return true
  const second = await nodes.crossCheck(first.node, (node) => wordsOf(options, node, same, signal), signal)
  if (second.kind === 'told') tell(second.answer)
  if (second.kind === 'wait') for (const transfer of same.flat()) verdicts.set(transfer, 'pending')
  return second.kind !== 'wait'
}

const verdictOn = (word: Word): Finality => {
  if (word === 'same') return 'final'
  // A node that is a block behind does not contradict anybody.
  return word === 'absent' ? 'pending' : 'conflicting'
}

async function wordsOf(
  options: FinalityOptions,
  node: TronNode,
  groups: readonly Group[],
  signal: AbortSignal,
): Promise<Map<SeenTransfer, Word>> {
  const words = await mapWithConcurrency(groups, async (group) => {
    const infos = await infosOf(node, group, signal)
    return group.map((transfer) => [transfer, wordOf(options, infos.get(transfer.txHash), transfer)] as const)
  })
  return new Map(words.flat())
}

/** What a node tells of their transactions: of the only one by its id, of several by their block. */
async function infosOf(
  node: TronNode,
  group: Group,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TransactionInfo>> {
  const hashes = new Set(group.map(({ txHash }) => txHash))
  const [first] = group
  if (!first) return new Map()
  if (hashes.size === 1) {
    const { txHash: value } = first
    const answer = await node.call('walletsolidity/gettransactioninfobyid', { value }, signal)
    const info = readInfo(answer, value)
    return new Map(info ? [[value, info]] : [])
  }
  const num = first.block.number
  const answer = await node.call('walletsolidity/gettransactioninfobyblocknum', { num }, signal)
  return readInfosById(answer, hashes)
}

function wordOf(
  { rules, encodeAddress }: FinalityOptions,
  info: TransactionInfo | undefined,
  transfer: SeenTransfer,
): Word {
  const { logIndex, block } = transfer
  if (!info) return 'absent'
  const log = info.logs[logIndex]
  const event = log && readEvent(log, rules)
  const isSame = event !== undefined && isSameTransfer({ rules, encodeAddress }, event, transfer)
  return isSame && info.blockNumber === block.number && info.timeAt === block.timeAt ? 'same' : 'other'
}

type Reading = Pick<FinalityOptions, 'rules' | 'encodeAddress'>

/** What a node lacks of a solidified block, by all that it tells of that block. */
export const missingFrom =
  (reading: Reading): MissingTransferCheckOptions<TronNode>['missing'] =>
  async (node, { number, hash }, transfers, signal) => {
    if (node.budget.beyondBlocks < CALLS_OF_A_BLOCK)
      throw new RpcError('absent', 'the calls that are left of the day are kept for blocks')
    const view = { node, api: 'walletsolidity', signal } as const
    const [blocks, header] = await Promise.all([
      readBlocks(view, [number], 0, reading.rules),
      headerOf(view, number),
    ])
    if (header.hash !== hash) throw new RpcError('broken', `block ${number}: not the one that is booked`)
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

const isSameTransfer = (
  { rules, encodeAddress }: Reading,
  event: TokenEvent,
  transfer: SeenTransfer,
): boolean =>
  event.kind === 'transfer' &&
  !event.log.isFailed &&
  event.log.emitter === rules.token &&
  event.value * CHAIN_STEP === transfer.value &&
  encodeAddress(event.to) === transfer.to &&
  encodeAddress(event.from) === transfer.from
