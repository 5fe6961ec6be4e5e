import { createHash } from 'node:crypto'
import { RpcError } from '../../../../../test-support/nodes/rpc-server.js'
import { bloomBitsOf } from '../../../src/chain/erc20/erc20-block.js'
import { TOPICS } from '../../../src/chain/token/token-abi.js'

export const CANNED_CHAIN_ID = 99
export const CANNED_TOKEN = `0x${'c0'.repeat(20)}`
const PAYER = `0x${'9a'.repeat(20)}`
const START_MS = 1_767_225_600_000
/** Blocks above the newest final one. */
export const FINAL_BLOCKS = 2

/** A payment of a canned block, units of 1e-6. */
export interface CannedPayment {
  readonly to: string
  readonly value: bigint
}

interface CannedLog {
  address: string
  topics: string[]
  data: string
  blockNumber: string
  blockHash: string
  transactionHash: string
  transactionIndex: string
  logIndex: string
  removed: boolean
}

interface CannedBlock {
  readonly number: string
  readonly hash: string
  readonly parentHash: string
  readonly timestamp: string
  readonly logsBloom: string
  readonly transactions: readonly string[]
  readonly logs: readonly CannedLog[]
}

const hashOf = (text: string): string => `0x${createHash('sha256').update(text).digest('hex')}`
const hex = (number: number | bigint): string => `0x${number.toString(16)}`
const word = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

interface ChainKind {
  readonly blockMs: number
  /** Of the token. */
  readonly decimals: number
}

/** An Ethereum chain in memory that a test writes block by block, and the answers of its nodes. */
export class CannedChain {
  readonly blocks: CannedBlock[] = []

  constructor(
    blocks: readonly CannedBlock[] = [],
    private readonly kind: ChainKind = { blockMs: 12_000, decimals: 6 },
  ) {
    this.blocks = [...blocks]
    if (blocks.length === 0) this.mine()
  }

  get head(): number {
    return this.blocks.length - 1
  }

  /** Returns another chain with the same blocks up to `upTo`. */
  fork(upTo: number): CannedChain {
    return new CannedChain(this.blocks.slice(0, upTo + 1), this.kind)
  }

  /** Mines a block. @param salt changes the hash of a block with the same payments */
  mine(payments: readonly CannedPayment[] = [], salt = ''): this {
    const number = this.blocks.length
    const parentHash = this.blocks.at(-1)?.hash ?? `0x${'0'.repeat(64)}`
    const hash = hashOf(`${parentHash}/${number}/${salt}/${payments.map(({ to, value }) => `${to}${value}`)}`)
    const logs = payments.map(({ to, value }, at): CannedLog => {
      const place = {
        blockNumber: hex(number),
        blockHash: hash,
        transactionIndex: hex(at),
        logIndex: hex(at),
      }
      return {
        ...place,
        address: CANNED_TOKEN,
        topics: [`0x${TOPICS.transfer}`, word(PAYER), word(to)],
        data: word(hex(value)),
        // The same payment is the same transaction in any block.
        transactionHash: hashOf(`${number - (salt === 'moved' ? 1 : 0)}/${at}/${to}/${value}`),
        removed: false,
      }
    })
    const minedAt = START_MS + number * this.kind.blockMs
    const idle = payments.length === 0 ? [hashOf(`idle ${number}`)] : []
    this.blocks.push({
      ...{ number: hex(number), hash, parentHash, timestamp: hex(Math.floor(minedAt / 1_000)) },
      logsBloom: bloomOf(logs),
      transactions: [...logs.map(({ transactionHash }) => transactionHash), ...idle],
      logs,
    })
    return this
  }

  mineMany(count: number): this {
    for (let mined = 0; mined < count; mined += 1) this.mine()
    return this
  }

  /** Answers as a node of this chain. */
  answer = (method: string, params: readonly unknown[]): unknown => {
    const [first, second] = params as [never, never]
    if (method === 'eth_chainId') return hex(CANNED_CHAIN_ID)
    if (method === 'eth_getBlockByNumber') return this.header(first)
    if (method === 'eth_getLogs') return this.logsOf(first)
    if (method === 'eth_getBlockReceipts') return this.receiptsOf(first)
    if (method === 'eth_getTransactionReceipt') return this.receipt(first)
    if (method === 'eth_getCode') return '0x60'
    if (method === 'eth_call') return this.call(first, second)
    throw new RpcError(-32_601, `the method ${method} does not exist`)
  }

  private header(tag: string): unknown {
    const tags: Record<string, number> = {
      latest: this.head,
      finalized: Math.max(0, this.head - FINAL_BLOCKS),
    }
    const block = this.blocks[tags[tag] ?? Number(tag)]
    if (!block) return null
    const { logs: _, ...header } = block
    return header
  }

  private logsOf(filter: { blockHash?: string; fromBlock: string; toBlock: string }): unknown {
    const isAsked = ({ hash, number }: CannedBlock) =>
      filter.blockHash === undefined
        ? Number(number) >= Number(filter.fromBlock) && Number(number) <= Number(filter.toBlock)
        : hash === filter.blockHash
    const asked = this.blocks.filter(isAsked)
    if (asked.length === 0 && filter.blockHash !== undefined) throw new RpcError(-32_000, 'unknown block')
    return asked.flatMap(({ logs }) => logs)
  }

  private receiptsOf(hash: string): unknown {
    const block = this.blocks.find((each) => each.hash === hash)
    return block ? block.transactions.map((each) => this.receipt(each)) : null
  }

  private receipt(transactionHash: string): unknown {
    const block = this.blocks.find(({ transactions }) => transactions.includes(transactionHash))
    if (!block) return null
    const logs = block.logs.filter((log) => log.transactionHash === transactionHash)
    const { hash: blockHash, number: blockNumber } = block
    return { transactionHash, blockHash, blockNumber, status: '0x1', from: PAYER, logs }
  }

  private call({ data }: { data: string }, tag: string): string {
    if (data === '0x313ce567') return word(hex(this.kind.decimals))
    if (!data.startsWith('0x70a08231')) return word('0x0')
    const upTo = tag === 'latest' ? this.head : Number(tag)
    const paid = this.blocks.slice(0, upTo + 1).flatMap(({ logs }) => logs)
    const ours = paid.filter(({ topics }) => topics[2]?.slice(2) === data.slice(10))
    return word(hex(ours.reduce((sum, log) => sum + BigInt(log.data), 0n)))
  }
}

/** Computes the bloom of real blocks; tests on anvil compare `TOPICS` and the bloom code with a real node. */
function bloomOf(logs: readonly CannedLog[]): string {
  const nibbles = Array<number>(512).fill(0)
  for (const value of logs.flatMap(({ address, topics }) => [address, ...topics])) {
    for (const { nibble, bit } of bloomBitsOf(value.slice(2))) nibbles[nibble] = (nibbles[nibble] ?? 0) | bit
  }
  return `0x${nibbles.map((nibble) => nibble.toString(16)).join('')}`
}
