import pg from 'pg'
import { pause } from '../lib/until.js'

const EVERY_MS = 100
const ANSWER_MS = 3_000

/** A client that commits all the time, and connects again where that fails. */
export class CommitProbe {
  private longestMs = 0
  private committedAt = performance.now()
  private isOver = false
  private readonly running: Promise<void>

  /** @param failedAt gets the time of each failure, by the monotonic clock */
  constructor(
    private readonly url: string,
    private readonly failedAt: number[],
  ) {
    this.running = this.run()
  }

  /** The longest time without a commit since the last question. */
  takeLongestMs(): number {
    const longest = this.longestMs
    this.longestMs = 0
    return longest
  }

  async stop(): Promise<void> {
    this.isOver = true
    await this.running
  }

  private async run(): Promise<void> {
    while (!this.isOver) {
      const limits = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS }
      const client = new pg.Client({ connectionString: this.url, ...limits })
      client.on('error', () => undefined)
      try {
        await client.connect()
        while (!this.isOver) {
          await client.query("BEGIN; SELECT pg_logical_emit_message(true, 'cluster', ''); COMMIT")
          const now = performance.now()
          this.longestMs = Math.max(this.longestMs, now - this.committedAt)
          this.committedAt = now
          await pause(EVERY_MS)
        }
      } catch {
        this.failedAt.push(performance.now())
        await pause(EVERY_MS)
      } finally {
        await client.end().catch(() => undefined)
      }
    }
  }
}
