/** Blocks and their transactions, and their JSON. */
import { fromHex, sha256, textToHex } from '../encoding/bytes.js'
import { withoutDefaults } from '../encoding/proto-json.js'
import {
  type NewContract,
  signedBytes,
  type Transaction,
  transactionJson,
} from '../encoding/transaction-codec.js'
import type { Delegation } from '../execution/delegations.js'
import type { TronLog } from '../execution/machine.js'
import type { AccountRecord } from '../execution/resources.js'

export type ContractResult = 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY' | 'ILLEGAL_OPERATION'

export interface TransactionInfo {
  id: string
  fee: number
  blockNumber: number
  blockTimeStamp: number
  contractResult: string[]
  contract_address?: string
  receipt: {
    energy_usage?: number
    energy_fee?: number
    energy_usage_total?: number
    net_usage?: number
    net_fee?: number
    /** Absent where no contract runs. */
    result?: ContractResult
  }
  log?: TronLog[]
  result?: 'FAILED'
  resMessage?: string
}

/** State of the chain after a block, besides that of the virtual machine. Maps are replaced, never changed. */
export interface ChainState {
  root: Uint8Array
  accounts: ReadonlyMap<string, AccountRecord>
  contracts: ReadonlyMap<string, NewContract>
  /** By the giver and the receiver. */
  delegations: ReadonlyMap<string, Delegation>
}

export interface IncludedTransaction {
  transaction: Transaction
  info: TransactionInfo
}

export interface BlockHeader {
  number: number
  id: string
  parentHash: string
  timestamp: number
  txTrieRoot: string
  witness: string
  /** Number of reorganisations before this block. */
  branch: number
}

export interface Block extends BlockHeader {
  transactions: IncludedTransaction[]
  state: ChainState
}

const nothing = '0'.repeat(64)
const witnessCount = 27
const numberHex = (number: number) => number.toString(16).padStart(16, '0')

/** Block 0. Its id ends in the chain id, where clients read it. */
export function genesisHeader(chainId: number, timestamp: number): BlockHeader {
  const middle = sha256(textToHex(`tron-devnode/${chainId}/${timestamp}`)).slice(0, 40)
  return {
    number: 0,
    id: `${numberHex(0)}${middle}${chainId.toString(16).padStart(8, '0')}`,
    parentHash: nothing,
    timestamp,
    txTrieRoot: nothing,
    witness: witnessOf(0, 0),
    branch: 0,
  }
}

/** The header of the next block. Blocks of the same height and content on two branches have different ids. */
export function nextHeader(
  parent: BlockHeader,
  timestamp: number,
  transactions: Transaction[],
  branch: number,
): BlockHeader {
  const number = parent.number + 1
  const txTrieRoot = merkleRoot(transactions.map((transaction) => sha256(signedBytes(transaction))))
  const content = JSON.stringify([number, parent.id, timestamp, txTrieRoot, branch])
  const id = numberHex(number) + sha256(textToHex(content)).slice(16)
  return {
    number,
    id,
    parentHash: parent.id,
    timestamp,
    txTrieRoot,
    witness: witnessOf(number, branch),
    branch,
  }
}

function witnessOf(number: number, branch: number): string {
  return `41${sha256(textToHex(`witness/${(number + branch) % witnessCount}`)).slice(0, 40)}`
}

function merkleRoot(hashes: string[]): string {
  if (hashes.length === 0) return nothing
  let level = hashes
  while (level.length > 1) {
    const below = level
    level = below.flatMap((left, index) => {
      if (index % 2 === 1) return []
      const right = below[index + 1]
      return right === undefined ? left : sha256(left + right)
    })
  }
  return level[0] ?? nothing
}

/** The bytes by which a transaction refers to a block: two of its number, eight of its hash. */
export const blockReference = (block: BlockHeader) => ({
  ref_block_bytes: block.id.slice(12, 16),
  ref_block_hash: block.id.slice(16, 32),
})

export const blockJson = (block: Block, withTransactions: boolean) => ({
  blockID: block.id,
  block_header: {
    raw_data: withoutDefaults({
      number: block.number,
      txTrieRoot: block.txTrieRoot,
      witness_address: block.witness,
      parentHash: block.parentHash,
      version: 31,
      timestamp: block.timestamp,
    }),
    witness_signature: `${sha256(block.id).repeat(2)}00`,
  },
  ...(withTransactions && block.transactions.length > 0
    ? { transactions: block.transactions.map(includedJson) }
    : {}),
})

export const includedJson = ({ transaction, info }: IncludedTransaction) => ({
  ret: [{ contractRet: info.receipt.result ?? 'SUCCESS' }],
  ...transactionJson(transaction),
})

export const infoJson = (info: TransactionInfo): unknown => {
  const { receipt, ...rest } = info
  return { ...(withoutDefaults(rest) as object), receipt: withoutDefaults(receipt) }
}

/** Bytes of a block's transactions, which JSON-RPC shows as the size of the block. */
export const sizeOf = (block: Block): number =>
  block.transactions.reduce((bytes, { transaction }) => bytes + fromHex(transaction.rawHex).length, 0)
