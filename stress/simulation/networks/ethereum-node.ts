import type { Dice } from '../../../packages/server/test/support/ledger/dice.js'
import type { Ethereum } from './ethereum.js'
import { type Block, COUNTERFEIT, type MinedTransaction, TOKEN } from './evm-blocks.js'
import { faultAt, refusal, type SimulatedNode, type TimedFault } from './network.js'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const DECIMALS = '0x313ce567'
const BALANCE_OF = '0x70a08231'
const GWEI = 1_000_000_000n
const ETHER = 10n ** 18n

const hex = (number: number | bigint): string => `0x${number.toString(16)}`
const word = (digits: string): string => digits.padStart(64, '0')

interface RpcCall {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** An answer that is a JSON-RPC error. */
class RpcFailure extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

/** One node of Ethereum, with the words of geth. */
export class EthereumNode implements SimulatedNode {
  fault: TimedFault | undefined

  constructor(
    private readonly chain: Ethereum,
    private readonly dice: Dice,
    private readonly now: () => number,
  ) {}

  async answer(_path: string, body: string): Promise<Response> {
    await this.chain.catchUp()
    const fault = faultAt(this.fault, this.now())
    const refused = refusal(fault)
    if (refused) return refused
    const head = this.chain.head.number - (fault === 'behind' ? 8 : this.dice.below(2))
    const calls = JSON.parse(body) as RpcCall | RpcCall[]
    const reply = (call: RpcCall) => this.reply(head, call, fault === 'forgetful')
    return Response.json(Array.isArray(calls) ? calls.map(reply) : reply(calls))
  }

  private reply(head: number, { id, method, params }: RpcCall, isForgetful: boolean): unknown {
    try {
      // A node that has not indexed its newest blocks answers with no logs.
      const result = isForgetful && method === 'eth_getLogs' ? [] : this.result(head, method, params)
      return { jsonrpc: '2.0', id, result }
    } catch (error) {
      const { code = -32_000, message } = error as RpcFailure
      return { jsonrpc: '2.0', id, error: { code, message } }
    }
  }

  private result(head: number, method: string, params: readonly unknown[]): unknown {
    const [asked, second] = params
    switch (method) {
      case 'eth_chainId':
        return hex(this.chain.traits.chainId)
      case 'eth_getBlockByNumber':
        return headerOf(this.blockAt(head, this.numberOf(head, asked)))
      case 'eth_getLogs':
        return this.logsOf(head, asked as Record<string, string>)
      case 'eth_getBlockReceipts': {
        const block = this.findBlock(head, `${asked}`)
        return block ? block.transactions.map((each) => this.receiptOf(block, each)) : null
      }
      case 'eth_getTransactionReceipt':
        return this.findMined(head, `${asked}`, (block, found) => this.receiptOf(block, found))
      case 'eth_getTransactionByHash':
        return this.findMined(head, `${asked}`, (block, { hash, from, nonce }) => ({
          ...{ hash, from: `0x${from}`, nonce: hex(nonce ?? 0), blockNumber: hex(block.number) },
        }))
      case 'eth_getTransactionCount':
        return hex(this.countOf(head, `${asked}`.slice(2).toLowerCase(), `${second}`))
      case 'eth_getBalance':
        return hex(1_000n * ETHER)
      case 'eth_maxPriorityFeePerGas':
        return hex(GWEI)
      case 'eth_estimateGas':
        return hex(60_000)
      case 'eth_sendRawTransaction':
        return this.chain.send(`${asked}`)
      case 'eth_getCode':
        return '0x60'
      case 'eth_call':
        return `0x${word(this.callToken(head, (asked as { data: string }).data, second).toString(16))}`
      default:
        throw new RpcFailure(-32_601, `the method ${method} does not exist`)
    }
  }

  private countOf(head: number, wallet: string, at: string): number {
    if (at === 'pending') return this.chain.pendingCountOf(wallet)
    return this.chain.countOf(wallet, this.numberOf(head, at))
  }

  private numberOf(head: number, at: unknown): number {
    if (at === 'latest') return head
    return at === 'finalized' ? head - this.chain.traits.finalLag : Number(at)
  }

  private blockAt(head: number, number: number): Block | undefined {
    return number <= head ? this.chain.blockAt(number) : undefined
  }

  private findBlock(head: number, hash: string): Block | undefined {
    const block = this.chain.findBlock(hash)
    return block && block.number <= head ? block : undefined
  }

  private findMined(
    head: number,
    hash: string,
    show: (block: Block, transaction: MinedTransaction) => unknown,
  ): unknown {
    const block = this.chain.findMined(hash)
    const found = block?.transactions.find((each) => each.hash === hash)
    return block && found && block.number <= head ? show(block, found) : null
  }

  private callToken(head: number, data: string, upTo: unknown): bigint {
    if (data.startsWith(DECIMALS)) return BigInt(this.chain.traits.decimals)
    if (!data.startsWith(BALANCE_OF)) return 0n
    return this.chain.balanceOf(data.slice(-40), this.numberOf(head, upTo)) * this.chain.unitsPerMicro
  }

  private logsOf(head: number, { address, ...place }: Record<string, string>): unknown {
    return this.allLogsOf(head, place).filter((log) => log.address === address)
  }

  private allLogsOf(head: number, { blockHash, fromBlock, toBlock }: Record<string, string>): Log[] {
    if (blockHash === undefined)
      return this.chain
        .blocksBetween(Number(fromBlock), Math.min(head, Number(toBlock)))
        .flatMap((block) => this.logsIn(block))
    const block = this.findBlock(head, blockHash)
    if (!block) throw new RpcFailure(-32_000, 'unknown block')
    return this.logsIn(block)
  }

  private logsIn(block: Block): Log[] {
    const { unitsPerMicro } = this.chain
    let logIndex = -1
    return block.transactions.flatMap(({ hash, transfer, isCounterfeit }, transactionIndex) => {
      if (!transfer) return []
      logIndex += 1
      return {
        address: (isCounterfeit ? COUNTERFEIT : TOKEN).toLowerCase(),
        topics: [TRANSFER, `0x${word(transfer.from)}`, `0x${word(transfer.to)}`],
        data: `0x${word((transfer.value * unitsPerMicro).toString(16))}`,
        blockNumber: hex(block.number),
        blockHash: block.hash,
        transactionHash: hash,
        transactionIndex: hex(transactionIndex),
        logIndex: hex(logIndex),
        removed: false,
      }
    })
  }

  private receiptOf(block: Block, { hash, from, hasFailed }: MinedTransaction): unknown {
    return {
      transactionHash: hash,
      blockHash: block.hash,
      blockNumber: hex(block.number),
      status: hasFailed ? '0x0' : '0x1',
      from: `0x${from}`,
      logs: this.logsIn(block).filter(({ transactionHash }) => transactionHash === hash),
    }
  }
}

function headerOf(block: Block | undefined): unknown {
  if (!block) return null
  return {
    number: hex(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: hex(block.time),
    baseFeePerGas: hex(block.baseFee),
    logsBloom: `0x${(block.transactions.length === 0 ? '0' : 'f').repeat(512)}`,
    transactions: block.transactions.map(({ hash }) => hash),
  }
}

interface Log {
  readonly address: string
  readonly transactionHash: string
}
