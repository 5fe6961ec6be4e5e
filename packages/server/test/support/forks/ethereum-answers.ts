import type { Branch, TreeBlock, TreeTransaction } from './ethereum-tree.js'

export const TREE_CHAIN_ID = 31_337
export const TREE_TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const DECIMALS = '0x313ce567'
const BALANCE_OF = '0x70a08231'
const PAYER = `0x${'00'.repeat(12)}${'5a'.repeat(20)}`
const REVERTED = 3

const hex = (number: number | bigint): string => `0x${number.toString(16)}`
const word = (digits: string): string => digits.padStart(64, '0')

/** Answers as an Ethereum node with one branch. @throws RpcFailure for a call that no scanner makes */
export function answer(branch: Branch, method: string, params: readonly unknown[]): unknown {
  const [asked] = params
  switch (method) {
    case 'eth_chainId':
      return hex(TREE_CHAIN_ID)
    case 'eth_getBlockByNumber':
      return headerOf(asked === 'latest' ? branch.at(-1) : branch[Number(asked)])
    case 'eth_getLogs':
      return logsOf(branch, asked as Record<string, string>)
    case 'eth_getBlockReceipts': {
      const block = branch.find(({ hash }) => hash === asked)
      return block ? block.transactions.map((each) => receiptOf(block, each)) : null
    }
    case 'eth_getTransactionReceipt':
      for (const block of branch) {
        const found = block.transactions.find(({ hash }) => hash === asked)
        if (found) return receiptOf(block, found)
      }
      return null
    case 'eth_getCode':
      return '0x60'
    case 'eth_call': {
      const { data } = asked as { data: string }
      if (data.startsWith(DECIMALS)) return `0x${word('6')}`
      if (data.startsWith(BALANCE_OF)) return `0x${word(balanceOf(branch, data.slice(-40), params[1]))}`
      throw new RpcFailure(REVERTED, 'execution reverted')
    }
    default:
      throw new RpcFailure(-32_601, `the method ${method} does not exist`)
  }
}

/** Sums the payments to an address up to a block; no payments leave it. @returns hex digits */
function balanceOf(branch: Branch, holder: string, upTo: unknown): string {
  const payments = branch
    .slice(0, Number(upTo) + 1)
    .flatMap(({ transactions }) => transactions.flatMap((each) => each.payments))
    .filter(({ to }) => to.slice(2).toLowerCase() === holder)
  return payments.reduce((sum, { value }) => sum + value, 0n).toString(16)
}

/** An answer that is a JSON-RPC error. */
export class RpcFailure extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

function headerOf(block: TreeBlock | undefined): unknown {
  if (!block) return null
  // A bloom may have too many bits, but none may be missing.
  const isEmpty = block.transactions.length === 0 && block.number % 5 !== 0
  return {
    number: hex(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: hex(block.time),
    logsBloom: `0x${(isEmpty ? '0' : 'f').repeat(512)}`,
    transactions: block.transactions.map(({ hash }) => hash),
  }
}

function logsOf(branch: Branch, { blockHash, fromBlock, toBlock }: Record<string, string>): unknown {
  if (blockHash === undefined) return branch.slice(Number(fromBlock), Number(toBlock) + 1).flatMap(logsIn)
  const block = branch.find(({ hash }) => hash === blockHash)
  if (!block) throw new RpcFailure(-32_000, 'unknown block')
  return logsIn(block)
}

function logsIn(block: TreeBlock): unknown[] {
  let logIndex = 0
  return block.transactions.flatMap(({ hash, payments }, transactionIndex) =>
    payments.map(({ to, value }) => {
      logIndex += 1
      return {
        address: TREE_TOKEN.toLowerCase(),
        topics: [TRANSFER, PAYER, `0x${word(to.slice(2).toLowerCase())}`],
        data: `0x${word(value.toString(16))}`,
        blockNumber: hex(block.number),
        blockHash: block.hash,
        transactionHash: hash,
        transactionIndex: hex(transactionIndex),
        logIndex: hex(logIndex - 1),
        removed: false,
      }
    }),
  )
}

const receiptOf = (block: TreeBlock, { hash }: TreeTransaction): unknown => ({
  transactionHash: hash,
  blockHash: block.hash,
  blockNumber: hex(block.number),
  status: '0x1',
  from: `0x${'5a'.repeat(20)}`,
  logs: logsIn(block).filter((log) => (log as { transactionHash: string }).transactionHash === hash),
})
