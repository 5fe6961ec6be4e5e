import type { Connection } from '../nodes/connection.js'
import { isFailure } from '../nodes/rpc-error.js'
import { checkLinks, fetchHeaders, type Header } from './erc20-block.js'
import { fetchLogs, fetchLogsOfReceipts, type TokenFilter, type TokenLog } from './erc20-logs.js'

/** Consecutive blocks, and every log of the token in them. */
export interface BlocksRead {
  readonly headers: readonly Header[]
  readonly logs: readonly TokenLog[]
}

const MAX_SPAN = 50
/** Successful reads before the span doubles again. */
const STEPS_TO_WIDEN = 10

/** Reads ranges of blocks, as large as the nodes allow. */
export class Erc20Reader {
  private span = MAX_SPAN
  private goodSteps = 0

  /** @param now epoch ms */
  constructor(
    private readonly filter: TokenFilter,
    private readonly now: () => number,
  ) {}

  /** Reads as many blocks as the node serves at once, starting at `from`. */
  async readSpan(connection: Connection, from: number, head: number): Promise<BlocksRead> {
    for (;;) {
      const to = Math.min(head, from + this.span - 1)
      try {
        const read = await this.readRange(connection, from, to, head)
        this.widen()
        return read
      } catch (error) {
        // A node without logs has receipts.
        if (isFailure(error, 'unsupported')) return this.readByReceipts(connection, from)
        if (!isFailure(error, 'too_large')) throw error
        this.goodSteps = 0
        if (to === from) return this.readByReceipts(connection, from)
        this.span = Math.ceil((to - from + 1) / 2)
      }
    }
  }

  /** Reads all blocks of a range, in as many pieces as needed. */
  async readAll(connection: Connection, from: number, to: number): Promise<BlocksRead> {
    const headers: Header[] = []
    const logs: TokenLog[] = []
    for (let next = from; next <= to; next = (headers.at(-1)?.number ?? to) + 1) {
      const read = await this.readSpan(connection, next, to)
      headers.push(...read.headers)
      logs.push(...read.logs)
    }
    checkLinks(headers)
    return { headers, logs }
  }

  private async readRange(
    connection: Connection,
    from: number,
    to: number,
    head: number,
  ): Promise<BlocksRead> {
    const headers = await this.headersOf(connection, from, to)
    return { headers, logs: await fetchLogs(connection, this.filter, headers, head) }
  }

  private async readByReceipts(connection: Connection, number: number): Promise<BlocksRead> {
    const headers = await this.headersOf(connection, number, number)
    const logs = await Promise.all(
      headers.map((header) => fetchLogsOfReceipts(connection, this.filter, header)),
    )
    return { headers, logs: logs.flat() }
  }

  private async headersOf(connection: Connection, from: number, to: number): Promise<Header[]> {
    const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at)
    const headers = await fetchHeaders(connection, numbers, this.now())
    checkLinks(headers)
    return headers
  }

  private widen(): void {
    this.goodSteps += 1
    if (this.goodSteps < STEPS_TO_WIDEN || this.span === MAX_SPAN) return
    this.goodSteps = 0
    this.span = Math.min(this.span * 2, MAX_SPAN)
  }
}
