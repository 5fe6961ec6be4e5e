import { keccak_256 } from '@noble/hashes/sha3.js'
import type { LinkedBlock } from '../../domain/chain/scan-step.js'
import { readHex, readList, readQuantity, readRecord } from '../nodes/answer-shape.js'
import { BATCH_CALLS, type Connection } from '../nodes/connection.js'
import { RpcError } from '../nodes/rpc-error.js'

/** Maximum lead of a block's time over our clock. */
const FUTURE_MS = 2 * 3_600_000
const BLOOM_BYTES = 256

/** A block header of valid shape; hashes in lower case with 0x. */
export interface Header extends LinkedBlock {
  /** The number as logs write it. */
  readonly numberHex: string
  readonly bloom: string
  /** Hashes as sent by the node, unchecked: few blocks need them. */
  readonly transactions: readonly unknown[]
}

export const hexOf = (number: number): string => `0x${number.toString(16)}`

/** @throws RpcError `broken`, or `absent` where the node has no such block */
export function readHeader(answer: unknown, asked: number | 'latest', now: number): Header {
  const what = `block ${asked}`
  if (answer === null) throw new RpcError('absent', `${what}: not there`)
  const block = readRecord(answer, what)
  const number = readQuantity(block.number, what)
  if (asked !== 'latest' && number !== asked) throw new RpcError('broken', `${what}: the answer is ${number}`)
  const timeAt = readQuantity(block.timestamp, what) * 1_000
  if (timeAt > now + FUTURE_MS) throw new RpcError('broken', `${what}: its time is in the future`)
  return {
    number,
    numberHex: hexOf(number),
    hash: readHash(block.hash, what),
    parentHash: readHash(block.parentHash, what),
    timeAt,
    bloom: readHex(block.logsBloom, what, BLOOM_BYTES),
    transactions: readList(block.transactions, what),
  }
}

export const readHash = (value: unknown, what: string): string => `0x${readHex(value, what, 32)}`

/** Reads headers by number, in as few batches as possible. */
export async function fetchHeaders(
  connection: Connection,
  numbers: readonly number[],
  now: number,
): Promise<Header[]> {
  const headers: Header[] = []
  for (let at = 0; at < numbers.length; at += BATCH_CALLS) {
    const batch = numbers.slice(at, at + BATCH_CALLS)
    const answers = await Promise.all(
      batch.map((number) => connection.call('eth_getBlockByNumber', [hexOf(number), false])),
    )
    headers.push(...batch.map((number, index) => readHeader(answers[index], number, now)))
  }
  return headers
}

/** Returns the hash of a block; undefined where the node has no such block. */
export async function hashOf(
  connection: Connection,
  number: number,
  now: number,
): Promise<string | undefined> {
  const answer = await connection.call('eth_getBlockByNumber', [hexOf(number), false])
  return answer === null ? undefined : readHeader(answer, number, now).hash
}

/**
 * Checks that each block follows the one before it, and that none is older than its parent.
 *
 * @throws RpcError `broken`
 */
export function checkLinks(headers: readonly Header[]): void {
  for (const [at, header] of headers.entries()) {
    const parent = headers[at - 1]
    if (!parent) continue
    if (header.parentHash !== parent.hash) {
      throw new RpcError('broken', `block ${header.number}: its parent is not the block before it`)
    }
    if (header.timeAt < parent.timeAt) {
      throw new RpcError('broken', `block ${header.number}: older than its parent`)
    }
  }
}

/** The bits that a value sets in the bloom filter of a block: nibble of its hex text, and bit within. */
export type BloomBits = readonly { readonly nibble: number; readonly bit: number }[]

/** @param hex an address or a topic, without prefix */
export function bloomBitsOf(hex: string): BloomBits {
  const hash = keccak_256(Buffer.from(hex, 'hex'))
  return [0, 2, 4].map((at) => {
    const position = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & (BLOOM_BYTES * 8 - 1)
    return { nibble: BLOOM_BYTES * 2 - 1 - (position >> 2), bit: 1 << (position & 3) }
  })
}

/** False proves that nothing in the block has the value; true proves nothing. */
export const mayHold = ({ bloom }: Header, bits: BloomBits): boolean =>
  bits.every(({ nibble, bit }) => (Number.parseInt(bloom.charAt(nibble), 16) & bit) !== 0)
