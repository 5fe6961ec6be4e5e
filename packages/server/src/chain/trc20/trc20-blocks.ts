import { RpcError } from '../nodes/rpc-error.js'
import type { EventLog, EventPlace, TokenEvent, TokenRules } from '../token/token-events.js'
import { readEvent } from '../token/token-events.js'
import {
  readCount,
  readInfos,
  readTransaction,
  type SignedBy,
  type TronHeader,
  type WholeBlock,
} from './trc20-answers.js'
import type { View } from './trc20-transport.js'
import { WholeBlocks } from './trc20-whole-blocks.js'

/** Maximum calls that reading a block takes. */
export const CALLS_OF_A_BLOCK = 3

/** Blocks read at the same time. */
const CONCURRENCY = 4

export interface ReadBlock {
  readonly number: number
  readonly timeAt: number
  /** The followed events of its contracts. */
  readonly events: readonly TokenEvent[]
  /** The header, where it had to be read. */
  readonly header: TronHeader | undefined
  /** The whole block, where it was read instead of the transaction count. */
  readonly whole?: WholeBlock
}

/** @throws RpcError `broken`, since the node has later blocks */
export async function headerOf({ node, api, signal }: View, number: number): Promise<TronHeader> {
  const header = await node.header(api, number, signal)
  if (!header) throw new RpcError('broken', `block ${number} is missing`)
  return header
}

/**
 * Reads solidified blocks completely: an empty or short list counts only if the transaction count, and for an empty
 * block its header, agree.
 *
 * @param numbers of blocks that the node has, ascending
 * @param since time of the block before them
 * @param isNear whether an event may concern us: its header and its signer will be needed
 * @throws RpcError
 */
export async function readBlocks(
  view: View,
  numbers: readonly number[],
  since: number,
  rules: TokenRules,
  isNear: IsNear = () => false,
): Promise<ReadBlock[]> {
  const read = readerOf(view, numbers, rules, isNear)
  const blocks = await mapWithConcurrency(numbers, read)
  checkOrder(blocks, since)
  return blocks
}

/**
 * Reads blocks like {@link readBlocks} up to the first one that cannot be read: one bad answer does not discard the blocks
 * before it.
 *
 * @throws RpcError where the first block cannot be read
 */
export async function readFirstBlocks(
  view: View,
  numbers: readonly number[],
  since: number,
  rules: TokenRules,
  isNear: IsNear,
): Promise<ReadBlock[]> {
  let failedAt = Number.POSITIVE_INFINITY
  const readOne = readerOf(view, numbers, rules, isNear)
  const read = async (number: number): Promise<ReadBlock | undefined> => {
    if (number > failedAt) return undefined
    try {
      return await readOne(number)
    } catch (error) {
      if (!(error instanceof RpcError) || number === numbers[0]) throw error
      failedAt = Math.min(failedAt, number)
      return undefined
    }
  }
  const answers = await mapWithConcurrency(numbers, read)
  const gap = answers.indexOf(undefined)
  const blocks = answers.slice(0, gap < 0 ? undefined : gap).flatMap((block) => block ?? [])
  checkOrder(blocks, since)
  return blocks
}

function readerOf(view: View, numbers: readonly number[], rules: TokenRules, isNear: IsNear) {
  const whole = new WholeBlocks(view, numbers)
  return async (number: number): Promise<ReadBlock> => {
    if (!view.node.budget.isLimited) return readBlock(view, number, rules)
    const block = await whole.take(number)
    return block ? readAsWhole(view, block, rules, isNear) : readWithFewCalls(view, number, rules, isNear)
  }
}

function checkOrder(blocks: readonly ReadBlock[], since: number): void {
  let before = since
  for (const { number, timeAt } of blocks) {
    if (timeAt < before) throw new RpcError('broken', `block ${number} is earlier than the one before it`)
    before = timeAt
  }
}

type IsNear = (event: TokenEvent) => boolean

/**
 * Reads a block with as few calls as possible: a block that may concern us is read with its transactions, which gives
 * the count and the signers as well. That way dust in a block costs no extra call.
 */
async function readWithFewCalls(
  view: View,
  number: number,
  rules: TokenRules,
  isNear: IsNear,
): Promise<ReadBlock> {
  const infos = await askOf(view, number, 'gettransactioninfobyblocknum')
  const logs = Array.isArray(infos) ? readInfos(infos, infos.length, number).logs : []
  if (!logs.some((log) => isNearLog(log, rules, isNear))) {
    const count = await askOf(view, number, 'gettransactioncountbyblocknum')
    return verified(view, number, rules, infos, readCount(count))
  }
  const whole = await view.node.block(view.api, number, view.signal)
  const block = await verified(view, number, rules, infos, whole.transactions.size)
  return { ...block, header: whole.header, whole }
}

/** Reads the effects of a block that is known. The transactions are kept only where their signers may be needed. */
async function readAsWhole(
  view: View,
  whole: WholeBlock,
  rules: TokenRules,
  isNear: IsNear,
): Promise<ReadBlock> {
  const { header, transactions } = whole
  const infos = await askOf(view, header.number, 'gettransactioninfobyblocknum')
  const block = await verified(view, header.number, rules, infos, transactions.size, header)
  return { ...block, header, ...(block.events.some(isNear) && { whole }) }
}

const isNearLog = (log: EventLog, rules: TokenRules, isNear: IsNear): boolean => {
  const event = readEvent(log, rules)
  return event !== undefined && isNear(event)
}

async function readBlock(view: View, number: number, rules: TokenRules): Promise<ReadBlock> {
  const [infos, count] = await Promise.all([
    askOf(view, number, 'gettransactioninfobyblocknum'),
    askOf(view, number, 'gettransactioncountbyblocknum'),
  ])
  return verified(view, number, rules, infos, readCount(count))
}

const askOf = ({ node, api, signal }: View, num: number, name: string): Promise<unknown> =>
  node.call(`${api}/${name}`, { num }, signal)

async function verified(
  view: View,
  number: number,
  rules: TokenRules,
  infos: unknown,
  count: number,
  known?: TronHeader,
): Promise<ReadBlock> {
  const { timeAt, logs } = readInfos(infos, count, number)
  const events = logs.flatMap((log) => readEvent(log, rules) ?? [])
  if (timeAt !== undefined) return { number, timeAt, events, header: undefined }
  // A node gives the same answer for a block that it does not know.
  const header = known ?? (await headerOf(view, number))
  if (!header.isEmpty)
    throw new RpcError('broken', `block ${number}: no transactions, but its id contradicts that`)
  return { number, timeAt: header.timeAt, events, header }
}

/** Reads the events of blocks above the solidified one; nothing depends on them, so they are not verified. */
export async function peekBlocks(
  { node, api, signal }: View,
  numbers: readonly number[],
  rules: TokenRules,
): Promise<TokenEvent[]> {
  const blocks = await mapWithConcurrency(numbers, async (number) => {
    const infos = await node.call(`${api}/gettransactioninfobyblocknum`, { num: number }, signal)
    return readInfos(infos, undefined, number).logs.flatMap((log) => readEvent(log, rules) ?? [])
  })
  return blocks.flat()
}

/** Caches headers and signers, each requested once and only where needed. */
export class Places {
  private readonly found = new Map<number, Promise<TronHeader>>()
  private readonly signed = new Map<string, Promise<SignedBy>>()
  private readonly whole = new Map<number, WholeBlock>()

  constructor(
    private readonly view: View,
    private readonly token: string,
    blocks: readonly ReadBlock[] = [],
  ) {
    for (const { number, header, whole } of blocks) {
      if (header) this.add(number, header)
      if (whole) this.whole.set(number, whole)
    }
  }

  add(number: number, header: TronHeader): void {
    this.found.set(number, Promise.resolve(header))
  }

  header(number: number): Promise<TronHeader> {
    return once(this.found, number, () => headerOf(this.view, number))
  }

  /** Returns the headers that were needed, ascending. */
  async headers(): Promise<TronHeader[]> {
    const headers = await Promise.all(this.found.values())
    return headers.sort((a, b) => a.number - b.number)
  }

  readonly of = async (event: TokenEvent): Promise<EventPlace> => {
    const { txHash, blockNumber, emitter } = event.log
    const { number, hash, timeAt } = await this.header(blockNumber)
    const block = { number, hash, timeAt }
    if (event.kind !== 'transfer' || emitter !== this.token) return { block, origin: null }
    const { origin, isFailed } = await once(this.signed, txHash, () => this.transaction(txHash, blockNumber))
    if (isFailed !== undefined && isFailed !== event.log.isFailed) {
      throw new RpcError('broken', `transaction ${txHash}: failed in one answer and not in another`)
    }
    return { block, origin }
  }

  private async transaction(txHash: string, blockNumber: number): Promise<SignedBy> {
    const { node, api, signal } = this.view
    const whole = this.whole.get(blockNumber)
    if (whole) return readTransaction(whole.transactions.get(txHash), txHash)
    return readTransaction(await node.call(`${api}/gettransactionbyid`, { value: txHash }, signal), txHash)
  }
}

function once<Key, Value>(found: Map<Key, Promise<Value>>, key: Key, read: () => Promise<Value>) {
  const before = found.get(key)
  if (before) return before
  const reading = read()
  found.set(key, reading)
  return reading
}

export const numbersFrom = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)

/** Maps items a few at a time, in order; the first failure stops the rest. */
export async function mapWithConcurrency<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  let hasFailed = false
  const lane = async () => {
    for (const [at, item] of queue) {
      if (hasFailed) return
      try {
        results[at] = await work(item)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, lane))
  return results
}
