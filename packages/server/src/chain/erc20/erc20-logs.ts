import type { EvmDescription } from '../../networks/evm-description.js'
import { type JsonRecord, readList, readQuantity, readRecord } from '../nodes/answer-shape.js'
import { BATCH_CALLS, type Connection } from '../nodes/connection.js'
import { RpcError } from '../nodes/rpc-error.js'
import { TOPICS } from '../token/token-abi.js'
import type { TokenRules } from '../token/token-events.js'
import { type BloomBits, bloomBitsOf, type Header, mayHold, readHash } from './erc20-block.js'

/** Number of newest blocks that may still change: their logs are requested by hash. */
const UNSTABLE_BLOCKS = 3

/** A log of the token in a known block; its content is not parsed yet. */
export interface TokenLog {
  readonly block: Header
  readonly log: JsonRecord
  /** Its first topic, one of {@link TOPICS}, lower case with 0x. */
  readonly event: string
  /** All topics, as sent by the node. */
  readonly topics: readonly unknown[]
}

/** The log filter: every followed event of the token, so that the node does not learn our addresses. */
export interface TokenFilter {
  /** Lower case with 0x. */
  readonly address: string
  readonly bits: BloomBits
  /** By first topic, lower case with 0x. */
  readonly topicBits: ReadonlyMap<string, BloomBits>
  readonly rules: TokenRules
}

export const TRANSFER = `0x${TOPICS.transfer}`

/** @param token 40 digits in lower case */
export function tokenFilter(
  token: string,
  { decimals, tokenStops }: Pick<EvmDescription, 'decimals' | 'tokenStops'>,
): TokenFilter {
  const followed = tokenStops.length === 0 ? [TOPICS.transfer] : Object.values(TOPICS)
  const topics = followed.map((topic) => [`0x${topic}`, bloomBitsOf(topic)] as const)
  return {
    address: `0x${token}`,
    bits: bloomBitsOf(token),
    topicBits: new Map(topics),
    rules: { token, decimals, isPrefixAllowed: false, areForeignRecorded: false },
  }
}

/**
 * Reads every log of the token in consecutive blocks, whose headers were read from the same node.
 *
 * @param head the node's newest block
 * @throws RpcError; `too_large` where the range must be smaller
 */
export async function fetchLogs(
  connection: Connection,
  filter: TokenFilter,
  headers: readonly Header[],
  head: number,
): Promise<TokenLog[]> {
  const stable = headers.filter(({ number }) => number <= head - UNSTABLE_BLOCKS)
  const unstable = headers.slice(stable.length)
  const [oldest, newest] = [stable[0], stable.at(-1)]
  const range = oldest && newest ? [{ fromBlock: oldest.numberHex, toBlock: newest.numberHex }] : []
  const places = [...range, ...unstable.map(({ hash }) => ({ blockHash: hash }))]
  const answers = await Promise.all(places.map((place) => requestLogs(connection, filter, place)))
  const logs = readLogs(
    answers.flatMap((answer) => readList(answer, 'eth_getLogs')),
    filter,
    headers,
  )
  const withLogs = new Set(logs.map(({ block }) => block))
  for (const header of headers) {
    // Nodes return no logs for blocks that they have not indexed: only the receipts prove that there are none.
    if (withLogs.has(header) || !mayHaveTransfers(header, filter)) continue
    logs.push(...(await fetchLogsOfReceipts(connection, filter, header)))
  }
  return logs
}

/** A block by its hash, or a range of blocks. */
type LogPlace = { readonly blockHash: string } | { readonly fromBlock: string; readonly toBlock: string }

/** @returns the logs of the token, unchecked */
export const requestLogs = (
  connection: Connection,
  { address, topicBits }: TokenFilter,
  place: LogPlace,
): Promise<unknown> =>
  connection.call('eth_getLogs', [{ ...place, address, topics: [[...topicBits.keys()]] }])

/** Whether the header allows transfers of the token. */
export const mayHaveTransfers = (header: Header, { bits, topicBits }: TokenFilter): boolean =>
  mayHold(header, bits) && mayHold(header, topicBits.get(TRANSFER) ?? [])

/** Reads the logs of the token in a block from its receipts. */
export async function fetchLogsOfReceipts(
  connection: Connection,
  filter: TokenFilter,
  header: Header,
): Promise<TokenLog[]> {
  const receipts = await fetchReceipts(connection, header)
  const logs = receipts.flatMap((receipt) => readList(receipt.logs, 'a receipt'))
  const isOfToken = (log: unknown) => {
    const { address, topics } = readRecord(log, 'a log')
    const [first] = readList(topics, 'a log')
    const isEmitter = typeof address === 'string' && address.toLowerCase() === filter.address
    return isEmitter && typeof first === 'string' && filter.topicBits.has(first.toLowerCase())
  }
  return readLogs(logs.filter(isOfToken), filter, [header])
}

/** Reads one receipt per transaction of this very block. */
async function fetchReceipts(connection: Connection, header: Header): Promise<JsonRecord[]> {
  const what = `receipts of block ${header.number}`
  const answer = await fetchBlockReceipts(connection, header)
  const receipts = readList(answer, what).map((receipt) => readRecord(receipt, what))
  const transactions = new Set(header.transactions.map((hash) => readHash(hash, what)))
  for (const receipt of receipts) {
    const isOfBlock = readHash(receipt.blockHash, what) === header.hash
    if (!isOfBlock || !transactions.delete(readHash(receipt.transactionHash, what))) {
      throw new RpcError('broken', `${what}: one is of another block, or there twice`)
    }
  }
  if (transactions.size > 0) throw new RpcError('broken', `${what}: ${transactions.size} are missing`)
  return receipts
}

/** Falls back to single receipts at nodes that do not answer `eth_getBlockReceipts`, in whatever words. */
async function fetchBlockReceipts(connection: Connection, { hash, transactions }: Header): Promise<unknown> {
  if (transactions.length === 0) return []
  try {
    return await connection.call('eth_getBlockReceipts', [hash])
  } catch (error) {
    if (!isAnswerAboutMethod(error)) throw error
    connection.noteMissing('eth_getBlockReceipts')
  }
  const receipts: unknown[] = []
  for (let at = 0; at < transactions.length; at += BATCH_CALLS) {
    const batch = transactions.slice(at, at + BATCH_CALLS)
    receipts.push(
      ...(await Promise.all(batch.map((each) => connection.call('eth_getTransactionReceipt', [each])))),
    )
  }
  return receipts
}

/** Whether the node answered with an error, unless it is one about our rate of calls. */
function isAnswerAboutMethod(error: unknown): boolean {
  if (!(error instanceof RpcError)) return false
  if (error.failure === 'limited') return error.status === 403 && error.pauseMs === undefined
  return error.failure === 'unsupported' || error.failure === 'too_large' || error.code !== undefined
}

/**
 * Checks every log cheaply; only logs that may concern us are parsed later.
 *
 * @throws RpcError `broken`
 */
export function readLogs(
  answers: readonly unknown[],
  filter: TokenFilter,
  headers: readonly Header[],
): TokenLog[] {
  const places = new Map(headers.map((block) => [block.numberHex, newPlace(block)]))
  // Logs of one block come together, and nearly all are transfers: repeated values are not looked up again.
  let place: Place | undefined
  let event = ''
  return answers.map((answer) => {
    const log = readRecord(answer, 'a log')
    if (log.blockNumber !== place?.block.numberHex) place = places.get(foldCase(log.blockNumber))
    if (!place) throw new RpcError('broken', 'a log is of a block that was not asked for')
    const { block, indexes, events } = place
    if (log.removed !== undefined && log.removed !== false) throw faultOf(block, 'removed')
    if (log.blockHash !== block.hash && foldCase(log.blockHash) !== block.hash)
      throw faultOf(block, 'of another branch')
    if (log.address !== filter.address && foldCase(log.address) !== filter.address)
      throw faultOf(block, 'of another contract')
    if (indexes.size === indexes.add(readQuantity(log.logIndex, 'a log')).size)
      throw faultOf(block, 'there twice')
    const topics = readList(log.topics, 'a log')
    if (topics[0] !== event) event = foldCase(topics[0])
    if (!events.has(event)) {
      const bits = filter.topicBits.get(event)
      if (!bits) throw faultOf(block, 'of an event that was not asked for')
      if (!mayHold(block, filter.bits) || !mayHold(block, bits)) {
        throw faultOf(block, "the block's header excludes it")
      }
      events.add(event)
    }
    return { block, log, event, topics }
  })
}

const faultOf = ({ number }: Header, why: string): RpcError =>
  new RpcError('broken', `a log of block ${number}: ${why}`)

/** A block with the log indexes seen so far, and the events that its bloom filter allows. */
interface Place {
  readonly block: Header
  readonly indexes: Set<number>
  readonly events: Set<string>
}

const newPlace = (block: Header): Place => ({ block, indexes: new Set(), events: new Set() })

/** A value that is not text becomes the empty string, which equals nothing compared here. */
const foldCase = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '')
