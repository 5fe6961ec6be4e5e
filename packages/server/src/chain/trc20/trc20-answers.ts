import type { LinkedBlock } from '../../domain/chain/scan-step.js'
import {
  isRecord,
  type JsonRecord,
  readHex,
  readInteger,
  readList,
  readRecord,
} from '../nodes/answer-shape.js'
import { RpcError } from '../nodes/rpc-error.js'
import type { EventLog } from '../token/token-events.js'

/** Parses the answers of TRON nodes. A missing key has the default of its encoding: 0 or empty. */

export interface TronHeader extends LinkedBlock {
  /** The block has no transactions, according to its own hash. */
  readonly isEmpty: boolean
}

/** The effects of a block's transactions. */
export interface BlockInfos {
  readonly count: number
  /** The block's own time; undefined for an empty list. */
  readonly timeAt: number | undefined
  readonly logs: readonly EventLog[]
}

/** The effects of a transaction. */
export interface TransactionInfo {
  readonly blockNumber: number
  readonly timeAt: number
  readonly hasSucceeded: boolean
  readonly logs: readonly EventLog[]
}

const HASH_BYTES = 32
const ADDRESS_BYTES = 20
const NUMBER_DIGITS = 16
const NO_TRANSACTIONS = '0'.repeat(HASH_BYTES * 2)
const FUTURE_MS = 2 * 3_600_000

const broken = (why: string): RpcError => new RpcError('broken', why)

/**
 * @param wanted the requested number; undefined where any block will do
 * @throws RpcError `broken`
 */
export function readHeader(answer: JsonRecord, wanted: number | undefined, now: number): TronHeader {
  const hash = readHex(answer.blockID, 'blockID', HASH_BYTES)
  const raw = readRecord(readRecord(answer.block_header, 'block_header').raw_data, 'raw_data')
  const number = readInteger(raw.number, 'number')
  const parentHash = readHex(raw.parentHash, 'parentHash', HASH_BYTES)
  const timeAt = readInteger(raw.timestamp, 'timestamp')
  if (wanted !== undefined && number !== wanted) throw broken(`block ${number} in place of ${wanted}`)
  // A block id begins with its number.
  const isParentRight = number === 0 || numberIn(parentHash) === number - 1
  if (numberIn(hash) !== number || !isParentRight) throw broken(`block ${number}: the id of another one`)
  if (timeAt > now + FUTURE_MS) throw broken(`block ${number} is from the future`)
  const root =
    raw.txTrieRoot === undefined ? NO_TRANSACTIONS : readHex(raw.txTrieRoot, 'txTrieRoot', HASH_BYTES)
  return { number, hash, parentHash, timeAt, isEmpty: root === NO_TRANSACTIONS }
}

const numberIn = (id: string): number => Number.parseInt(id.slice(0, NUMBER_DIGITS), 16)

/** @throws RpcError `broken` where it is not the whole block, or not that block */
export function readInfos(answer: unknown, count: number | undefined, number: number): BlockInfos {
  const list = readList(answer, 'gettransactioninfobyblocknum')
  if (count !== undefined && list.length !== count) {
    throw broken(`block ${number}: ${list.length} of ${count} transactions`)
  }
  const ids = new Set<string>()
  const times = new Set<number>()
  const logs: EventLog[] = []
  for (const each of list) {
    const info = readRecord(each, 'a transaction of a block')
    const txHash = readHex(info.id, 'id', HASH_BYTES)
    const read = readLogs(info, txHash)
    if (read.blockNumber !== number) throw broken(`block ${read.blockNumber} in place of ${number}`)
    ids.add(txHash)
    times.add(read.timeAt)
    logs.push(...read.logs)
  }
  if (ids.size !== list.length) throw broken(`block ${number}: a transaction twice`)
  if (times.size > 1) throw broken(`block ${number}: of more than one time`)
  const [timeAt] = times
  return { count: list.length, timeAt, logs }
}

/**
 * @returns undefined where the node does not know the transaction
 * @throws RpcError `broken`
 */
export function readInfo(answer: unknown, txHash: string): TransactionInfo | undefined {
  const info = readRecord(answer, 'gettransactioninfobyid')
  if (Object.keys(info).length === 0) return undefined
  if (readHex(info.id, 'id', HASH_BYTES) !== txHash) throw broken('the id of another transaction')
  return readLogs(info, txHash)
}

/**
 * Reads the wanted transactions of a block; one that the node does not report is missing.
 *
 * @throws RpcError `broken`
 */
export function readInfosById(answer: unknown, wanted: ReadonlySet<string>): Map<string, TransactionInfo> {
  const found = new Map<string, TransactionInfo>()
  for (const each of readList(answer, 'gettransactioninfobyblocknum')) {
    const info = readRecord(each, 'a transaction of a block')
    const txHash = readHex(info.id, 'id', HASH_BYTES)
    if (wanted.has(txHash)) found.set(txHash, readLogs(info, txHash))
  }
  return found
}

function readLogs(info: JsonRecord, txHash: string): TransactionInfo {
  const blockNumber = readInteger(info.blockNumber, 'blockNumber')
  const timeAt = readInteger(info.blockTimeStamp, 'blockTimeStamp')
  const receipt = info.receipt === undefined ? {} : readRecord(info.receipt, 'receipt')
  // Nodes keep the logs of transactions that ran out of time.
  const isFailed = receipt.result !== 'SUCCESS' || info.result === 'FAILED'
  const list = info.log === undefined ? [] : readList(info.log, 'log')
  const logs = list.map((each, logIndex): EventLog => {
    const log = readRecord(each, 'a log')
    const topics = log.topics === undefined ? [] : readList(log.topics, 'topics')
    return {
      ...{ txHash, logIndex, blockNumber, isFailed },
      emitter: readHex(log.address, 'address', ADDRESS_BYTES),
      topics: topics.map((topic) => readHex(topic, 'a topic', HASH_BYTES)),
      data: log.data === undefined ? '' : readHex(log.data, 'data'),
    }
  })
  return { blockNumber, timeAt, hasSucceeded: !isFailed, logs }
}

export interface WholeBlock {
  readonly header: TronHeader
  /** As sent by the node, by hash. */
  readonly transactions: ReadonlyMap<string, unknown>
}

export interface SignedBy {
  /** The 20 bytes of the signer. */
  readonly origin: string
  /** Undefined where the node does not report it. */
  readonly isFailed: boolean | undefined
}

/**
 * Reads a block with all its transactions, by hash and not parsed yet.
 *
 * @param number the requested one; undefined where any block will do
 * @throws RpcError `broken`
 */
export function readWholeBlock(answer: unknown, number: number | undefined, now: number): WholeBlock {
  const block = readRecord(answer, 'a block')
  const header = readHeader(block, number, now)
  const list = block.transactions === undefined ? [] : readList(block.transactions, 'transactions')
  const transactions = list.map(
    (each) => [readHex(readRecord(each, 'a transaction').txID, 'txID', HASH_BYTES), each] as const,
  )
  return { header, transactions: new Map(transactions) }
}

/** Reads blocks with all their transactions, by number. @throws RpcError `broken` */
export function readWholeBlocks(answer: unknown, now: number): Map<number, WholeBlock> {
  const { block } = readRecord(answer, 'getblockbylimitnext')
  const blocks = readList(block ?? [], 'block').map((each) => readWholeBlock(each, undefined, now))
  return new Map(blocks.map((each) => [each.header.number, each]))
}

/** @throws RpcError `broken`, also where the node does not know the transaction */
export function readTransaction(answer: unknown, txHash: string): SignedBy {
  const transaction = readRecord(answer, 'gettransactionbyid')
  if (readHex(transaction.txID, 'txID', HASH_BYTES) !== txHash) throw broken('the id of another transaction')
  const [contract] = readList(readRecord(transaction.raw_data, 'raw_data').contract, 'contract')
  const parameter = readRecord(readRecord(contract, 'contract').parameter, 'parameter')
  const owner = readRecord(parameter.value, 'value').owner_address
  const origin = readHex(owner, 'owner_address', ADDRESS_BYTES + 1).slice(2)
  const [ret] = transaction.ret === undefined ? [] : readList(transaction.ret, 'ret')
  const result = ret === undefined ? undefined : readRecord(ret, 'ret').contractRet
  return { origin, isFailed: result === undefined ? undefined : result !== 'SUCCESS' }
}

/** The outcome of a constant call. */
export type ConstantCallResult =
  | { readonly kind: 'returned'; readonly data: string }
  | { readonly kind: 'reverted' }
  /** There is no contract at the address. */
  | { readonly kind: 'no_contract' }

const NO_CONTRACT = /no contract|not a (?:valid )?smart contract|not exist/i
const NO_CONSTANT_CALLS = /support constant/i
/** The failed assertion of a contract, such as SafeMath of USDT; java-tron reports it as an error of its own. */
const ASSERTION = /opcode\[fe\]/i

/** @throws RpcError */
export function readConstantCall(answer: unknown): ConstantCallResult {
  const call = readRecord(answer, 'triggerconstantcontract')
  const result = readRecord(call.result, 'result')
  const text = textOf(result.message)
  if (result.result !== true) {
    if (NO_CONTRACT.test(text)) return { kind: 'no_contract' }
    if (ASSERTION.test(text)) return { kind: 'reverted' }
    throw new RpcError(
      NO_CONSTANT_CALLS.test(text) ? 'unsupported' : 'broken',
      `triggerconstantcontract: ${String(result.code)} ${text}`,
    )
  }
  if (text !== '') return { kind: 'reverted' }
  const [data] = readList(call.constant_result, 'constant_result')
  return { kind: 'returned', data: readHex(data, 'constant_result') }
}

/** Decodes a message: hex at most nodes, plain text at some. */
function textOf(message: unknown): string {
  if (typeof message !== 'string') return ''
  const isHex = message.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(message)
  const text = isHex ? Buffer.from(message, 'hex').toString('utf8') : message
  return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 200)
}

/**
 * Returns the number of transactions of a block.
 *
 * @throws RpcError `broken`
 */
export function readCount(answer: unknown): number {
  if (!isRecord(answer)) throw broken('gettransactioncountbyblocknum: unexpected shape')
  return readInteger(answer.count, 'count')
}
