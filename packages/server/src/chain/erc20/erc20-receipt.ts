import type { Finality } from '../../domain/chain/chain.js'
import { isSameAmount, type SeenTransfer } from '../../domain/chain/transfer.js'
import { residueOfUnits, usdtOfUnits } from '../../domain/shared/token-units.js'
import { encodeHexAddress } from '../../networks/hex-address.js'
import { type JsonRecord, readHex, readList, readQuantity, readRecord } from '../nodes/answer-shape.js'
import { BATCH_CALLS, type Connection } from '../nodes/connection.js'
import { RpcError } from '../nodes/rpc-error.js'
import { type EventLog, readEvent, type TokenRules } from '../token/token-events.js'
import { readHash } from './erc20-block.js'

/** The receipt of a transaction, as one node reports it. */
export interface Receipt {
  readonly blockHash: string
  readonly blockNumber: number
  readonly hasSucceeded: boolean
  /** The signer. */
  readonly from: string
  /** Logs of any contract. */
  readonly logs: readonly unknown[]
}

/**
 * Reads receipts by hash; a transaction without a receipt at the node is missing.
 *
 * @throws RpcError
 */
export async function fetchReceiptsOf(
  connection: Connection,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Receipt>> {
  const wanted = [...new Set(hashes)]
  const receipts = new Map<string, Receipt>()
  for (let at = 0; at < wanted.length; at += BATCH_CALLS) {
    const batch = wanted.slice(at, at + BATCH_CALLS)
    const answers = await Promise.all(
      batch.map((hash) => connection.call('eth_getTransactionReceipt', [hash])),
    )
    for (const [index, hash] of batch.entries()) {
      const receipt = readReceipt(answers[index], hash)
      if (receipt) receipts.set(hash, receipt)
    }
  }
  return receipts
}

function readReceipt(answer: unknown, hash: string): Receipt | undefined {
  if (answer === null) return undefined
  const what = `the receipt of ${hash}`
  const receipt = readRecord(answer, what)
  if (readHash(receipt.transactionHash, what) !== hash)
    throw new RpcError('broken', `${what}: belongs to another transaction`)
  return {
    blockHash: readHash(receipt.blockHash, what),
    blockNumber: readQuantity(receipt.blockNumber, what),
    hasSucceeded: readQuantity(receipt.status, what) === 1,
    from: encodeErc20Address(readHex(receipt.from, what, 20)),
    logs: readList(receipt.logs, what),
  }
}

/** Returns the finality of a recorded transfer by one node's receipt. */
export function finalityOf(
  transfer: SeenTransfer,
  receipt: Receipt | undefined,
  rules: TokenRules,
): Finality {
  if (!receipt) return 'pending'
  if (receipt.blockHash !== transfer.block.hash || !receipt.hasSucceeded) return 'reorged'
  const matches = (log: unknown) => isSameTransfer(readRecord(log, 'a log of a receipt'), transfer, rules)
  return receipt.logs.some(matches) ? 'final' : 'reorged'
}

/**
 * Whether a log of the transfer's block matches the recorded transfer.
 *
 * @throws RpcError
 */
export function isSameTransfer(log: JsonRecord, transfer: SeenTransfer, rules: TokenRules): boolean {
  const { txHash, logIndex, block } = transfer
  if (readQuantity(log.logIndex, 'a log') !== logIndex) return false
  const event = readEvent(readLog(log, { txHash, logIndex, blockNumber: block.number }), rules)
  if (event?.kind !== 'transfer') return false
  const isBetween =
    encodeErc20Address(event.from) === transfer.from && encodeErc20Address(event.to) === transfer.to
  const value = usdtOfUnits(event.value, rules.decimals)
  const residue = residueOfUnits(event.value, rules.decimals)
  return isBetween && isSameAmount({ value, residue }, transfer)
}

/**
 * Parses a log.
 *
 * @throws RpcError `broken`
 */
export function readLog(
  { address, topics, data }: JsonRecord,
  place: Pick<EventLog, 'txHash' | 'logIndex' | 'blockNumber'>,
): EventLog {
  return {
    ...place,
    emitter: readHex(address, 'a log', 20),
    topics: readList(topics, 'topics of a log').map((topic) => readHex(topic, 'a topic', 32)),
    data: readHex(data, 'data of a log'),
    // Ethereum keeps no logs of failed transactions.
    isFailed: false,
  }
}

/** Encodes 20 bytes in Ethereum's spelling. */
export const encodeErc20Address = (hex: string): string => encodeHexAddress(Buffer.from(hex, 'hex'))
