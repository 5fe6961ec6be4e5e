import { evmDescriptionOf } from '../../networks/evm-networks.js'
import { readList } from '../nodes/answer-shape.js'
import { CHAIN_ID } from '../nodes/common-probes.js'
import type { Connection } from '../nodes/connection.js'
import { fail, type Probe, type ProbeTarget, pass, skip } from '../nodes/probe.js'
import { RpcError } from '../nodes/rpc-error.js'
import { fetchHeaders, type Header, hexOf, mayHold } from './erc20-block.js'
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
/** Blocks among which a transfer is looked for. On the live network every one has some. */
const SEARCHED_BLOCKS = 10

export const filterOf = ({ options }: ProbeTarget): TokenFilter =>
  tokenFilter(options.token.slice(2).toLowerCase(), evmDescriptionOf(options.network))

/** Finds the newest block of a kind. Headers are read one by one: many at once are more than some plans give in a second. */
async function findBlock(
  { connection, newest, options }: StableBlocks,
  isWanted: (header: Header) => boolean,
): Promise<Header | undefined> {
  for (let number = newest; number >= 0 && number > newest - SEARCHED_BLOCKS; number -= 1) {
    const [header] = await fetchHeaders(connection, [number], options.clock.real())
    if (header && isWanted(header)) return header
  }
  return undefined
}

interface StableBlocks extends Pick<ProbeTarget, 'options'> {
  readonly connection: Connection
  readonly newest: number
}

async function stableBlocks(
  { node, options }: ProbeTarget<EthereumNode>,
  signal: AbortSignal,
): Promise<StableBlocks> {
  const { number } = await node.head(signal)
  return { options, connection: node.connect(signal), newest: Math.max(0, number - UNSTABLE_BLOCKS) }
}

async function logsAt(
  connection: Connection,
  filter: TokenFilter,
  place: Readonly<Record<string, string>>,
): Promise<readonly unknown[]> {
  const topics = [[...filter.topicBits.keys()]]
  const answer = await connection.call('eth_getLogs', [{ ...place, address: filter.address, topics }])
  return readList(answer, 'eth_getLogs')
}

const LOGS: EthereumProbe = {
  name: 'logs',
  needs: CHAIN_ID.name,
  async run(target, signal) {
    const { connection, newest } = await stableBlocks(target, signal)
    let last: RpcError | undefined
    for (const span of SPANS) {
      const place = { fromBlock: hexOf(Math.max(0, newest - span + 1)), toBlock: hexOf(newest) }
      try {
        const logs = await logsAt(connection, filterOf(target), place)
        return pass(`${logs.length} in a request for ${Math.min(span, newest + 1)} blocks`)
      } catch (error) {
        if (!(error instanceof RpcError) || error.failure === 'limited') throw error
        last = error
      }
    }
    throw last ?? new RpcError('broken', 'no logs')
  },
}

const BLOCK_RECEIPTS: EthereumProbe = {
  name: 'block receipts',
  needs: CHAIN_ID.name,
  async run(target, signal) {
    const blocks = await stableBlocks(target, signal)
    const header = await findBlock(blocks, ({ transactions }) => transactions.length > 0)
    const at = header?.hash ?? hexOf(blocks.newest)
    const answer = await blocks.connection.call('eth_getBlockReceipts', [at])
    const count = readList(answer, 'eth_getBlockReceipts').length
    const expected = header?.transactions.length ?? 0
    const seen = `${count} of ${expected} in block ${header?.number ?? blocks.newest}`
    return count === expected ? pass(seen) : fail(seen, incomplete(target))
  },
  changeFor: ({ setting }) =>
    `the server reads each receipt alone, which takes more calls: use a plan or a node with eth_getBlockReceipts in ${setting}`,
}

const LOGS_AND_RECEIPTS: EthereumProbe = {
  name: 'logs and receipts',
  needs: BLOCK_RECEIPTS.name,
  async run(target, signal) {
    const blocks = await stableBlocks(target, signal)
    const { connection } = blocks
    const filter = filterOf(target)
    const transferBits = filter.topicBits.get(TRANSFER) ?? []
    const header = await findBlock(
      blocks,
      (each) => mayHold(each, filter.bits) && mayHold(each, transferBits),
    )
    if (!header) return skip(`no transfer of the token in ${SEARCHED_BLOCKS} blocks`)
    const { number, numberHex, hash } = header
    const read = async (place: Readonly<Record<string, string>>) =>
      readLogs(await logsAt(connection, filter, place), filter, [header])
    const byNumber = await read({ fromBlock: numberHex, toBlock: numberHex })
    const byHash = await read({ blockHash: hash })
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
