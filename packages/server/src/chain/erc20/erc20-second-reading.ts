import type { ScanState } from '../../domain/chain/scan-step.js'
import type { BlockRef } from '../../domain/shared/types.js'
import { AdaptiveWidth } from '../nodes/adaptive-width.js'
import { readList, readRecord } from '../nodes/answer-shape.js'
import type { Connection } from '../nodes/connection.js'
import type { Nodes } from '../nodes/nodes.js'
import { isFailure, otherBlock, RpcError, strictly } from '../nodes/rpc-error.js'
import { DEEP_BLOCKS } from '../token/missing-transfer-check.js'
import { fetchHeaders, type Header } from './erc20-block.js'
import { mayHaveTransfers, readLogs, requestLogs, type TokenFilter, type TokenLog } from './erc20-logs.js'
import { type Erc20Reader, MAX_SPAN } from './erc20-reader.js'
import type { EthereumNode } from './erc20-transport.js'

/**
 * Blocks that are read again together. They are aligned by number, so that each block is due with exactly one step and no
 * pointer is stored.
 */
const GROUP = MAX_SPAN
/** Headers of a request after a restart. */
const FEW_HEADERS = 5
/** More headers than the blocks between their first and their second reading, also after some reorgs. */
const KEPT_HEADERS = 8 * GROUP

export interface SecondReadingOptions {
  readonly nodes: Nodes<EthereumNode>
  readonly filter: TokenFilter
  readonly reader: Erc20Reader
  /** Wall clock, ms. */
  readonly now: () => number
}

interface Source {
  readonly connection: Connection
  /** Whether another block than the recorded one answers nothing. */
  readonly mustBeRecorded: boolean
}

/** Reads the logs of blocks once more when they are deep, by ranges of blocks. Its state may be lost without harm. */
export class SecondReading {
  private readonly width = new AdaptiveWidth(GROUP)
  /** Headers of the first reading, by hash. */
  private readonly headers = new Map<string, Header>()
  /** The last answer, for a step that failed after it: its newest block, and how many there were. */
  private last:
    | { readonly hash: string; readonly count: number; readonly logs: readonly TokenLog[] }
    | undefined

  constructor(private readonly options: SecondReadingOptions) {}

  /** Keeps the headers of the first reading. */
  note(headers: readonly Header[]): void {
    for (const header of headers) this.headers.set(header.hash, { ...header, transactions: [] })
    const surplus = Math.max(0, this.headers.size - KEPT_HEADERS)
    for (const hash of [...this.headers.keys()].slice(0, surplus)) this.headers.delete(hash)
  }

  /**
   * Reads the logs of the blocks that are due with a step up to `to`, from a node other than `node` where there is one.
   *
   * @throws RpcError
   */
  async read(
    node: EthereumNode,
    { cursor, ring }: ScanState,
    to: number,
    signal: AbortSignal,
  ): Promise<readonly TokenLog[]> {
    const isDue = ({ number }: BlockRef) => {
      const last = number - (number % GROUP) + GROUP - 1
      return last > cursor.number - DEEP_BLOCKS && last <= to - DEEP_BLOCKS
    }
    const due = ring.filter(isDue).reverse()
    const [newest] = due.slice(-1)
    if (!newest) return []
    if (this.last?.hash === newest.hash && this.last.count === due.length) return this.last.logs
    const read = (from: EthereumNode, mustBeRecorded: boolean) =>
      strictly(() => this.readBlocks({ connection: from.connect(signal), mustBeRecorded }, due))
    const second = await this.options.nodes.elsewhere(node, (other) => read(other, true), signal)
    // Where no other node has the recorded blocks, those of this node count: a recorded hash may have been a lie.
    const logs = second ? second.value : await read(node, false)
    this.last = { hash: newest.hash, count: due.length, logs }
    return logs
  }

  private async readBlocks(source: Source, blocks: readonly BlockRef[]): Promise<readonly TokenLog[]> {
    const logs: TokenLog[] = []
    for (let at = 0; at < blocks.length; ) {
      const part = blocks.slice(at, at + this.width.value)
      try {
        logs.push(...(await this.readPart(source, part)))
        this.width.noteTaken()
        at += part.length
      } catch (error) {
        if (!isFailure(error, 'too_large', 'unsupported')) throw error
        if (error.failure === 'too_large' && part.length > 1) {
          this.width.noteRefused(part.length, error.message)
          continue
        }
        // A node without such logs has receipts.
        logs.push(...(await this.readSingly(source, part)))
        at += part.length
      }
    }
    return logs
  }

  /** The answer for a range counts for the blocks that it agrees with; the others are read one by one. */
  private async readPart(source: Source, blocks: readonly BlockRef[]): Promise<TokenLog[]> {
    const { filter } = this.options
    const known = await this.headersOf(source, blocks)
    const [first, last] = [known[0], known.at(-1)]
    if (!first || !last) return []
    const place = { fromBlock: first.numberHex, toBlock: last.numberHex }
    const byBlock = new Map<unknown, unknown[]>(known.map(({ numberHex }) => [numberHex, []]))
    for (const log of readList(await requestLogs(source.connection, filter, place), 'eth_getLogs')) {
      const ofBlock = byBlock.get(readRecord(log, 'a log').blockNumber)
      if (!ofBlock) throw new RpcError('broken', 'a log is of a block that was not asked for')
      ofBlock.push(log)
    }
    const logs: TokenLog[] = []
    const doubtful: Header[] = []
    for (const header of known) {
      const ofBlock = logsThatAgree(byBlock.get(header.numberHex) ?? [], filter, header)
      if (ofBlock) logs.push(...ofBlock)
      else doubtful.push(header)
    }
    return [...logs, ...(await this.readSingly(source, doubtful))]
  }

  /** Reads the headers that a restart has forgotten, a few at a time, so that a node with a limit is asked for none twice. */
  private async headersOf(source: Source, blocks: readonly BlockRef[]): Promise<Header[]> {
    // Of the blocks themselves, since what is noted here may take the place of others.
    const known = new Map(blocks.map(({ number, hash }) => [number, this.headers.get(hash)]))
    const unknown = blocks.filter(({ number }) => !known.get(number))
    for (let at = 0; at < unknown.length; at += FEW_HEADERS) {
      const headers = await this.fetchHeaders(source, unknown.slice(at, at + FEW_HEADERS))
      this.note(headers)
      for (const header of headers) known.set(header.number, header)
    }
    return blocks.flatMap(({ number }) => known.get(number) ?? [])
  }

  private async fetchHeaders(
    { connection, mustBeRecorded }: Source,
    blocks: readonly BlockRef[],
  ): Promise<Header[]> {
    const numbers = blocks.map(({ number }) => number)
    const headers = await fetchHeaders(connection, numbers, this.options.now())
    const other = blocks.find(({ hash }, at) => hash !== headers[at]?.hash)
    if (mustBeRecorded && other) throw otherBlock(other.number)
    return headers
  }

  private async readSingly(
    { connection, mustBeRecorded }: Source,
    blocks: readonly BlockRef[],
  ): Promise<TokenLog[]> {
    const logs: TokenLog[] = []
    for (const { number, hash } of blocks) {
      const read = await this.options.reader.readAll(connection, number, number)
      if (mustBeRecorded && read.headers[0]?.hash !== hash) throw otherBlock(number)
      logs.push(...read.logs)
    }
    return logs
  }
}

/** Returns the logs of a block; undefined where they are not those that its recorded hash and bloom promise. */
function logsThatAgree(
  answers: readonly unknown[],
  filter: TokenFilter,
  header: Header,
): TokenLog[] | undefined {
  if (answers.length === 0 && mayHaveTransfers(header, filter)) return undefined
  try {
    return readLogs(answers, filter, [header])
  } catch (error) {
    if (!isFailure(error, 'broken')) throw error
    return undefined
  }
}
