import type { Finality } from '../../domain/chain/chain.js'
import { isDust, type SeenTransfer } from '../../domain/chain/transfer.js'
import { CHAIN_STEP } from '../../domain/shared/money.js'
import type { Nodes } from '../nodes/nodes.js'
import { otherBlock, RpcError } from '../nodes/rpc-error.js'
import { findOtherBlocks } from '../nodes/shared-history.js'
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

type Match = 'same' | 'absent' | 'other'

/**
 * Checks due transfers at two nodes, block by block: only what both report alike is credited. While no second node can
 * answer, the first is asked about one block only. Dust waits while the day's calls are needed for blocks.
 */
export async function checkFinality(
  options: FinalityOptions,
  transfers: readonly SeenTransfer[],
  signal: AbortSignal,
): Promise<readonly Finality[]> {
  const results = new Map<SeenTransfer, Finality>()
  const [first, ...others] = groupsOf(transfers)
  for (const groups of [first ? [first] : [], others]) {
    if (groups.length > 0 && !(await checkGroups(options, groups, results, signal))) break
  }
  return transfers.map((transfer) => results.get(transfer) ?? 'pending')
}

/** Transfers that one answer of a node covers. */
type Group = readonly SeenTransfer[]

/** Groups transfers by block; groups with payments first, so that dust does not delay them. */
function groupsOf(transfers: readonly SeenTransfer[]): Group[] {
  const byBlock = new Map<number, SeenTransfer[]>()
  for (const transfer of transfers) {
    const { number } = transfer.block
    byBlock.set(number, [...(byBlock.get(number) ?? []), transfer])
  }
  const groups = [...byBlock.values()]
  return [...groups.filter((group) => !group.every(isDust)), ...groups.filter((group) => group.every(isDust))]
}

/** @returns false where no second node can answer */
async function checkGroups(
  options: FinalityOptions,
  groups: readonly Group[],
  results: Map<SeenTransfer, Finality>,
  signal: AbortSignal,
): Promise<boolean> {
  const { nodes } = options
  const first = await nodes.step(async (node) => {
    const large = groups.filter((group) => !group.every(isDust)).length
    const asked = groups.slice(0, large + Math.max(0, Math.floor(node.budget.beyondOrders)))
    return { node, asked, matches: await matchesOf(options, node, asked, signal) }
  }, signal)
  const record = (matches: ReadonlyMap<SeenTransfer, Match>) => {
    for (const [transfer, match] of matches) results.set(transfer, finalityOf(match))
  }
  record(first.matches)
  const same = first.asked
    .map((group) => group.filter((transfer) => first.matches.get(transfer) === 'same'))
    .filter((group) => group.length > 0)
  if (same.length === 0) return true
  const confirm = async (other: TronNode) => {
    const matches = await matchesOf(options, other, same, signal)
    const hashAt = async (node: TronNode, number: number) =>
      (await node.header('walletsolidity', number, signal))?.hash
    const missing = [...matches.keys()].filter((transfer) => matches.get(transfer) === 'absent')
    const blocks = missing.map(({ block }) => block)
    const differing = await findOtherBlocks({ first: first.node, other, blocks, hashAt })
    for (const transfer of missing) if (differing.has(transfer.block.hash)) matches.set(transfer, 'other')
    return matches
  }
  const second = await nodes.crossCheck(first.node, confirm, signal)
  if (second.kind === 'answered') record(second.answer)
  if (second.kind === 'pending') {
    const finality = second.isContradicted ? 'conflicting' : 'pending'
    for (const transfer of same.flat()) results.set(transfer, finality)
  }
  return second.kind !== 'pending'
}

const finalityOf = (match: Match): Finality => {
  if (match === 'same') return 'final'
  // A node that lags by a block contradicts nothing.
  return match === 'absent' ? 'pending' : 'conflicting'
}

async function matchesOf(
  options: FinalityOptions,
  node: TronNode,
  groups: readonly Group[],
  signal: AbortSignal,
): Promise<Map<SeenTransfer, Match>> {
  const matches = await mapWithConcurrency(groups, async (group) => {
    const infos = await infosOf(node, group, signal)
    return group.map(
      (transfer) => [transfer, matchOf(options, infos.get(transfer.txHash), transfer)] as const,
    )
  })
  return new Map(matches.flat())
}

/** Reads the transactions of a group: a single one by its id, several by their block. */
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

function matchOf(
  { rules, encodeAddress }: FinalityOptions,
  info: TransactionInfo | undefined,
  transfer: SeenTransfer,
): Match {
  const { logIndex, block } = transfer
  if (!info) return 'absent'
  const log = info.logs[logIndex]
  const event = log && readEvent(log, rules)
  const isSame = event !== undefined && isSameTransfer({ rules, encodeAddress }, event, transfer)
  return isSame && info.blockNumber === block.number && info.timeAt === block.timeAt ? 'same' : 'other'
}

type Reading = Pick<FinalityOptions, 'rules' | 'encodeAddress'>

/**
 * Returns the transfers that a node does not have in a solidified block, by everything that the node reports of it.
 */
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
    if (header.hash !== hash) throw otherBlock(number)
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
