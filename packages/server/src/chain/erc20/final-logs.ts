import { readList, readQuantity, readRecord } from '../nodes/answer-shape.js'
import type { Connection } from '../nodes/connection.js'
import { RpcError } from '../nodes/rpc-error.js'
import { fetchHeaders, type Header, hexOf, mayHold, readHash } from './erc20-block.js'
import {
  fetchLogsOfReceipts,
  mayHaveTransfers,
  requestLogs,
  type TokenFilter,
  type TokenLog,
} from './erc20-logs.js'

/** A log of the token in a range of final blocks, whose headers are not read. */
export interface FinalLog extends Omit<TokenLog, 'block'> {
  readonly blockNumber: number
  readonly blockHash: string
}

interface Range {
  readonly from: number
  /** The header of the last block. */
  readonly last: Header
}

/**
 * Reads every log of the token in a range of final blocks. A node indexes its blocks in order, so the last block proves the
 * others: where its header allows transfers and none are there, its receipts must have none either.
 *
 * @throws RpcError; `too_large` where the range must be smaller
 */
export async function fetchFinalLogs(
  connection: Connection,
  filter: TokenFilter,
  { from, last }: Range,
): Promise<FinalLog[]> {
  const answer = await requestLogs(connection, filter, { fromBlock: hexOf(from), toBlock: last.numberHex })
  const logs = readFinalLogs(readList(answer, 'eth_getLogs'), filter, { from, last })
  const isLastThere = logs.some(({ blockNumber }) => blockNumber === last.number)
  if (!isLastThere && mayHaveTransfers(last, filter)) {
    const inReceipts = await fetchLogsOfReceipts(connection, filter, last)
    if (inReceipts.length > 0) throw new RpcError('absent', `the logs of block ${last.number}: not there yet`)
  }
  return logs
}

/** Checks what all logs have in common; only those that may concern us are parsed later. */
function readFinalLogs(answers: readonly unknown[], filter: TokenFilter, { from, last }: Range): FinalLog[] {
  const hashes = new Map([[last.number, last.hash]])
  const places = new Set<string>()
  return answers.map((answer) => {
    const log = readRecord(answer, 'a log')
    const blockNumber = readQuantity(log.blockNumber, 'a log')
    if (blockNumber < from || blockNumber > last.number)
      throw new RpcError('broken', 'a log is of a block that was not asked for')
    const faultOf = (why: string) => new RpcError('broken', `a log of block ${blockNumber}: ${why}`)
    if (log.removed !== undefined && log.removed !== false) throw faultOf('removed')
    if (typeof log.address !== 'string' || log.address.toLowerCase() !== filter.address)
      throw faultOf('of another contract')
    const blockHash = readHash(log.blockHash, 'a log')
    const known = hashes.get(blockNumber) ?? blockHash
    if (known !== blockHash) throw faultOf('of another branch')
    hashes.set(blockNumber, known)
    const place = `${blockNumber}/${readQuantity(log.logIndex, 'a log')}`
    if (places.size === places.add(place).size) throw faultOf('there twice')
    const topics = readList(log.topics, 'a log')
    const event = typeof topics[0] === 'string' ? topics[0].toLowerCase() : ''
    if (!filter.topicBits.has(event)) throw faultOf('of an event that was not asked for')
    return { blockNumber, blockHash, log, event, topics }
  })
}

/**
 * Reads the headers of the logs' blocks, which must have the hashes of the logs and allow the events.
 *
 * @param now epoch ms
 * @throws RpcError
 */
export async function withHeaders(
  connection: Connection,
  filter: TokenFilter,
  logs: readonly FinalLog[],
  now: number,
): Promise<TokenLog[]> {
  const numbers = [...new Set(logs.map(({ blockNumber }) => blockNumber))]
  const headers = new Map((await fetchHeaders(connection, numbers, now)).map((each) => [each.number, each]))
  return logs.map(({ blockNumber, blockHash, ...log }) => {
    const block = headers.get(blockNumber)
    if (block?.hash !== blockHash)
      throw new RpcError('broken', `a log of block ${blockNumber}: of another branch`)
    const bits = filter.topicBits.get(log.event) ?? []
    if (!mayHold(block, filter.bits) || !mayHold(block, bits))
      throw new RpcError('broken', `a log of block ${blockNumber}: the block's header excludes it`)
    return { block, ...log }
  })
}
