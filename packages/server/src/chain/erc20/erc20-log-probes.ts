import { CHAIN_ID } from '../nodes/common-probes.js'
import type { Connection } from '../nodes/connection.js'
import { fail, type Probe, type ProbeTarget, pass, skip } from '../nodes/probe.js'
import { RpcError, readList } from '../nodes/rpc-error.js'
import { fetchHeaders, type Header, mayHold } from './erc20-block.js'
import {
  fetchLogsOfReceipts,
  readLogs,
  type TokenFilter,
  type TokenLog,
  TRANSFER,
  tokenFilter,
} from './erc20-logs.js'
import type { EthereumNode } from './erc20-transport.js'

type EthereumProbe = Probe<EthereumNode>

/** Numbers of blocks in one request, the largest first. */
const SPANS = [50, 10, 1] as const
/** The newest blocks may be replaced between two calls. */
const UNSTABLE_BLOCKS = 3

export const filterOf = ({ options }: ProbeTarget): TokenFilter =>
  tokenFilter(options.token.slice(2).toLowerCase())

/** Reads the headers of the newest blocks that no longer change, ascending. */
async function stableHeaders(
  { node, options }: ProbeTarget<EthereumNode>,
  signal: AbortSignal,
): Promise<{ connection: Connection; headers: Header[] }> {
  const connection = node.connect(signal)
  const { number } = await node.head(signal)
  const to = Math.max(0, number - UNSTABLE_BLOCKS)
  const from = Math.max(0, to - SPANS[0] + 1)
  const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  return { connection, headers: await fetchHeaders(connection, numbers, options.clock.real()) }
}

async function logsAt(
  connection: Connection,
  filter: TokenFilter,
  place: Readonly<Record<string, string>>,
  headers: readonly Header[],
): Promise<TokenLog[]> {
  const topics = [[...filter.topicBits.keys()]]
  const answer = await connection.call('eth_getLogs', [{ ...place, address: filter.address, topics }])
  return readLogs(readList(answer, 'eth_getLogs'), filter, headers)
}

const LOGS: EthereumProbe = {
  name: 'logs',
  needs: CHAIN_ID.name,
  async run(target, signal) {
    const { connection, headers } = await stableHeaders(target, signal)
    let last: RpcError | undefined
    for (const span of SPANS) {
      const range = headers.slice(-span)
      const [first, newest] = [range[0], range.at(-1)]
      if (!first || !newest) continue
      try {
        const place = { fromBlock: first.numberHex, toBlock: newest.numberHex }
        const logs = await logsAt(connection, filterOf(target), place, range)
        return pass(`${logs.length} in a request for ${range.length} blocks`)
      } catch (error) {
        if (!(error instanceof RpcError)) throw error
        last = error
      }
    }
    throw last ?? new RpcError('broken', 'no block')
  },
}

const BLOCK_RECEIPTS: EthereumProbe = {
  name: 'block receipts',
  needs: CHAIN_ID.name,
  async run(target, signal) {
    const { connection, headers } = await stableHeaders(target, signal)
    const header = headers.findLast(({ transactions }) => transactions.length > 0) ?? headers.at(-1)
    if (!header) return skip('no block')
    const { number, hash, transactions } = header
    const receipts = readList(await connection.call('eth_getBlockReceipts', [hash]), 'eth_getBlockReceipts')
    const seen = `${receipts.length} of ${transactions.length} in block ${number}`
    return receipts.length === transactions.length ? pass(seen) : fail(seen, incomplete(target))
  },
  changeFor: ({ setting }) =>
    `the server reads each receipt alone, which takes more calls: use a plan or a node with eth_getBlockReceipts in ${setting}`,
}

const LOGS_AND_RECEIPTS: EthereumProbe = {
  name: 'logs and receipts',
  needs: BLOCK_RECEIPTS.name,
  async run(target, signal) {
    const { connection, headers } = await stableHeaders(target, signal)
    const filter = filterOf(target)
    const transferBits = filter.topicBits.get(TRANSFER) ?? []
    const header = headers.findLast((each) => mayHold(each, filter.bits) && mayHold(each, transferBits))
    if (!header) return skip(`no transfer of the token in the last ${headers.length} blocks`)
    const { number, numberHex, hash } = header
    const byNumber = await logsAt(connection, filter, { fromBlock: numberHex, toBlock: numberHex }, [header])
    const byHash = await logsAt(connection, filter, { blockHash: hash }, [header])
    const inReceipts = await fetchLogsOfReceipts(connection, filter, header)
    const seen = `block ${number}: ${byNumber.length} logs by number, ${byHash.length} by hash, ${inReceipts.length} in receipts`
    const [one, ...others] = [byNumber, byHash, inReceipts].map(namesOf)
    return others.every((other) => other === one) ? pass(seen) : fail(seen, incomplete(target))
  },
}

const namesOf = (logs: readonly TokenLog[]): string =>
  logs
    .map(({ log }) => `${log.transactionHash}/${log.logIndex}`)
    .sort()
    .join()

const incomplete = ({ setting }: ProbeTarget): string =>
  `the node leaves something out: wait until it has indexed its blocks, or replace it in ${setting}`

export const LOG_PROBES: readonly EthereumProbe[] = [LOGS, BLOCK_RECEIPTS, LOGS_AND_RECEIPTS]
