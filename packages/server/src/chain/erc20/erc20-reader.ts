import { AdaptiveWidth } from '../nodes/adaptive-width.js'
import type { Connection } from '../nodes/connection.js'
import { isFailure } from '../nodes/rpc-error.js'
import { checkLinks, fetchHeaders, type Header } from './erc20-block.js'
import { fetchLogs, fetchLogsOfReceipts, type TokenFilter, type TokenLog } from './erc20-logs.js'

/** Consecutive blocks, and every log of the token in them. */
export interface BlocksRead {
  readonly headers: readonly Header[]
  readonly logs: readonly TokenLog[]
}

/** The end of the blocks that a node has. */
interface Head {
  readonly number: number
  /** Where it was read already. */
  readonly header?: Header
}

export const MAX_SPAN = 50

/** Reads ranges of blocks, as large as the nodes allow. */
export class Erc20Reader {
  private readonly span = new AdaptiveWidth(MAX_SPAN)

  /** @param now epoch ms */
  constructor(
    private readonly filter: TokenFilter,
    private readonly now: () => number,
  ) {}

  /** The last block that a step from `from` reaches at most. */
  endOf(from: number, head: number): number {
    return Math.min(head, from + this.span.value - 1)
  }

  /** Reads as many blocks as the node serves at once, starting at `from`. */
  async readSpan(connection: Connection, from: number, head: Head): Promise<BlocksRead> {
    for (;;) {
      const to = this.endOf(from, head.number)
      try {
        const read = await this.readRange(connection, from, to, head)
        this.span.noteTaken()
        return read
      } catch (error) {
        // A node without logs has receipts.
        if (isFailure(error, 'unsupported')) return this.readByReceipts(connection, from)
        // A limit of credits may leave room for a smaller step, after the pause.
        if (isFailure(error, 'too_large', 'limited')) this.span.noteRefused(to - from + 1, error.message)
        if (!isFailure(error, 'too_large')) throw error
        if (to === from) return this.readByReceipts(connection, from)
      }
    }
  }

  /** Reads all blocks of a range, in as many pieces as needed. */
  async readAll(connection: Connection, from: number, to: number): Promise<BlocksRead> {
    const headers: Header[] = []
    const logs: TokenLog[] = []
    for (let next = from; next <= to; next = (headers.at(-1)?.number ?? to) + 1) {
      const read = await this.readSpan(connection, next, { number: to })
      headers.push(...read.headers)
      logs.push(...read.logs)
    }
    checkLinks(headers)
    return { headers, logs }
  }

  private async readRange(connection: Connection, from: number, to: number, head: Head): Promise<BlocksRead> {
    const headers = await this.headersOf(connection, from, to, head.header)
    return { headers, logs: await fetchLogs(connection, this.filter, headers, head.number) }
  }

  private async readByReceipts(connection: Connection, number: number): Promise<BlocksRead> {
    const headers = await this.headersOf(connection, number, number)
    const logs = await Promise.all(
      headers.map((header) => fetchLogsOfReceipts(connection, this.filter, header)),
    )
    return { headers, logs: logs.flat() }
  }

  /** @param known the header of a block that may be the last one */
  private async headersOf(
    connection: Connection,
    from: number,
    to: number,
    known?: Header,
  ): Promise<Header[]> {
    const last = known?.number === to ? [known] : []
    const numbers = Array.from({ length: to - from + 1 - last.length }, (_, at) => from + at)
    const headers = [...(await fetchHeaders(connection, numbers, this.now())), ...last]
    checkLinks(headers)
    return headers
  }
}
