/** /jsonrpc: the methods of Ethereum's JSON-RPC that java-tron offers. */

import { type Block, sizeOf, type TransactionInfo } from '../chain/block.js'
import { withoutPrefix } from '../encoding/bytes.js'
import type { TronLog } from '../execution/machine.js'
import type { ApiContext, Handler } from './handler.js'
import { isRecord, type Params } from './params.js'

class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
    this.name = 'RpcError'
  }
}

type Method = (params: unknown[], context: ApiContext) => unknown

const maxBlockRange = 5000
const maxResults = 10_000
const noBloom = `0x${'0'.repeat(512)}`

const quantity = (value: number | bigint): string => `0x${value.toString(16)}`
const hex = (value: string): string => `0x${value}`

/** The block number of a tag. A number in hex may be above the head. */
function numberOfTag(tag: unknown, { chain }: ApiContext): number {
  if (tag === 'latest' || tag === 'pending') return chain.head.number
  if (tag === 'finalized') return chain.top('solid').number
  if (tag === 'earliest') return 0
  if (typeof tag === 'string' && /^0x[0-9a-fA-F]{1,13}$/.test(tag)) return Number(tag)
  throw new RpcError(-32602, 'invalid block number')
}

const blockOfTag = (tag: unknown, context: ApiContext): Block | undefined =>
  context.chain.block(numberOfTag(tag, context))

const blockOfHash = (hash: unknown, { chain }: ApiContext): Block | undefined =>
  typeof hash === 'string' ? chain.blockById(hash.replace(/^0x/, '').toLowerCase()) : undefined

function blockJson(block: Block | undefined, full: unknown): unknown {
  if (block === undefined) return null
  return {
    number: quantity(block.number),
    hash: hex(block.id),
    parentHash: hex(block.parentHash),
    nonce: null,
    sha3Uncles: null,
    logsBloom: noBloom,
    transactionsRoot: hex(block.txTrieRoot),
    stateRoot: '0x',
    receiptsRoot: null,
    miner: hex(withoutPrefix(block.witness)),
    difficulty: null,
    totalDifficulty: null,
    extraData: null,
    size: quantity(sizeOf(block)),
    timestamp: quantity(Math.floor(block.timestamp / 1000)),
    gasLimit: '0x0',
    gasUsed: quantity(block.transactions.reduce((sum, { info }) => sum + energyOf(info), 0)),
    uncles: [],
    transactions: block.transactions.map(({ transaction }, index) =>
      full === true ? transactionJson(block, index) : hex(transaction.id),
    ),
  }
}

const energyOf = (info: TransactionInfo): number => info.receipt.energy_usage_total ?? 0

function transactionJson(block: Block, index: number): unknown {
  const included = block.transactions[index]
  if (included === undefined) return null
  const { transaction, info } = included
  const { value } = transaction
  const to = value.to_address ?? value.contract_address
  return {
    hash: hex(transaction.id),
    blockHash: hex(block.id),
    blockNumber: quantity(block.number),
    transactionIndex: quantity(index),
    from: hex(withoutPrefix(value.owner_address)),
    to: to === undefined ? null : hex(withoutPrefix(to)),
    value: quantity(value.amount ?? value.call_value ?? 0),
    input: hex(value.data ?? ''),
    gas: quantity(energyOf(info)),
    type: '0x0',
  }
}

const logJson = (block: Block, index: number, id: string, log: TronLog, position: number) => ({
  address: hex(log.address),
  topics: log.topics.map(hex),
  data: hex(log.data ?? ''),
  blockHash: hex(block.id),
  blockNumber: quantity(block.number),
  transactionHash: hex(id),
  transactionIndex: quantity(index),
  // Counted within its transaction, as java-tron does.
  logIndex: quantity(position),
  removed: false,
})

const getLogs: Method = ([filter], context) => {
  if (!isRecord(filter)) throw new RpcError(-32602, 'invalid filter')
  const [from, to] = rangeOf(filter, context)
  if (to - from > maxBlockRange) throw new RpcError(-32602, `exceed max block range: ${maxBlockRange}`)
  const found: unknown[] = []
  for (let number = from; number <= to; number += 1) {
    const block = context.chain.block(number)
    block?.transactions.forEach(({ info }, index) => {
      ;(info.log ?? []).forEach((log, position) => {
        if (wants(filter, log)) found.push(logJson(block, index, info.id, log, position))
      })
    })
    if (found.length > maxResults) {
      throw new RpcError(-32005, `query returned more than ${maxResults} results`)
    }
  }
  return found
}

function rangeOf(filter: Params, context: ApiContext): [number, number] {
  if (filter.blockHash !== undefined) {
    const block = blockOfHash(filter.blockHash, context)
    if (block === undefined) throw new RpcError(-32602, 'invalid block hash')
    return [block.number, block.number]
  }
  return [
    numberOfTag(filter.fromBlock ?? 'latest', context),
    numberOfTag(filter.toBlock ?? 'latest', context),
  ]
}

function wants(filter: Params, log: TronLog): boolean {
  const topics = Array.isArray(filter.topics) ? filter.topics : []
  if (topics.length > log.topics.length) return false
  return (
    isOneOf(filter.address, log.address) && topics.every((topic, index) => isOneOf(topic, log.topics[index]))
  )
}

/** Whether a field of a filter matches: an absent field matches every value, a list each of its values. */
function isOneOf(wanted: unknown, value: string | undefined): boolean {
  if (wanted === undefined || wanted === null) return true
  return [wanted].flat().some((item) => String(item).replace(/^0x/, '').toLowerCase() === value)
}

const receiptOf: Method = ([id], { chain }) => {
  const found = typeof id === 'string' ? chain.transaction(id.replace(/^0x/, '').toLowerCase()) : undefined
  const block = found === undefined ? undefined : chain.block(found.info.blockNumber)
  if (found === undefined || block === undefined) return null
  const { info, transaction } = found
  const index = block.transactions.indexOf(found)
  const to = transaction.value.to_address ?? transaction.value.contract_address
  return {
    transactionHash: hex(info.id),
    transactionIndex: quantity(index),
    blockHash: hex(block.id),
    blockNumber: quantity(block.number),
    from: hex(withoutPrefix(transaction.value.owner_address)),
    to: to === undefined ? null : hex(withoutPrefix(to)),
    contractAddress:
      to === undefined && info.contract_address ? hex(withoutPrefix(info.contract_address)) : null,
    gasUsed: quantity(energyOf(info)),
    logs: (info.log ?? []).map((log, position) => logJson(block, index, info.id, log, position)),
    logsBloom: noBloom,
    status: info.result === 'FAILED' ? '0x0' : '0x1',
    type: '0x0',
  }
}

const getBalance: Method = ([address], { chain }) =>
  chain.peek('head', async ({ machine }) =>
    quantity(await machine.balance(`41${String(address).replace(/^0x/, '').toLowerCase()}`)),
  )

const methods: Record<string, Method> = {
  eth_chainId: (_, { chain }) => hex(chain.settings.chainId.toString(16).padStart(8, '0')),
  net_version: (_, { chain }) => hex(chain.settings.chainId.toString(16).padStart(8, '0')),
  web3_clientVersion: () => 'tron-devnode',
  eth_syncing: () => false,
  eth_blockNumber: (_, { chain }) => quantity(chain.head.number),
  eth_gasPrice: (_, { chain }) => quantity(chain.settings.energyFee),
  eth_getBlockByNumber: ([tag, full], context) => blockJson(blockOfTag(tag, context), full),
  eth_getBlockByHash: ([hash, full], context) => blockJson(blockOfHash(hash, context), full),
  eth_getLogs: getLogs,
  eth_getTransactionReceipt: receiptOf,
  eth_getBalance: getBalance,
}

/** Answers one request of JSON-RPC. */
export const answerRpc: Handler = async (params, context) => {
  const id = params.id ?? null
  const method = methods[String(params.method)]
  if (method === undefined) {
    return { jsonrpc: '2.0', id, error: { code: -32601, message: 'method not found' } }
  }
  try {
    const list = Array.isArray(params.params) ? params.params : []
    return { jsonrpc: '2.0', id, result: await method(list, context) }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message, data: '{}' } }
  }
}
