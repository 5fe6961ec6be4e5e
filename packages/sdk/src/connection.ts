import type { OpenStream } from './exchange.js'
import { type ServerSentEvent, SseParser } from './sse.js'
import { startTimer } from './timer.js'

/** Servers send a comment every 15 s; three missing ones mean a dead connection. */
const IDLE_WITH_COMMENTS_MS = 45_000
/** Without comments silence is normal for long; some runtimes cut it off after 300 s. */
const IDLE_WITHOUT_COMMENTS_MS = 240_000

/** What a stream remembers over its connections. */
export interface Heartbeat {
  /** Whether the server was seen sending comments. */
  isExpected: boolean
}

/** Reads the events of one connection and closes it when it goes silent. */
export class Connection {
  readonly #stream: OpenStream
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #parser = new SseParser()
  readonly #heartbeat: Heartbeat
  readonly #idleTimeoutMs: number | undefined

  constructor(stream: OpenStream, heartbeat: Heartbeat, idleTimeoutMs: number | undefined) {
    this.#stream = stream
    this.#reader = stream.body.getReader()
    this.#heartbeat = heartbeat
    this.#idleTimeoutMs = idleTimeoutMs
  }

  /** The reconnection time the server asked for, milliseconds. */
  get retryMs(): number | undefined {
    return this.#parser.retryMs
  }

  /**
   * Waits for bytes and returns the events they complete, often none; undefined once the connection has
   * ended, was closed or went silent. Time that the reader of the stream takes does not count as silence.
   *
   * @throws RangeError for an event beyond the limit
   */
  async read(): Promise<ServerSentEvent[] | undefined> {
    const stopTimer = startTimer(this.#idleMs(), () => this.close())
    const bytes = await this.#readBytes()
    stopTimer()
    if (bytes === undefined) return undefined
    const events = this.#parser.push(bytes)
    this.#heartbeat.isExpected ||= this.#parser.sawComment
    return events
  }

  /** Closes the connection; a pending read ends. */
  close(): void {
    this.#stream.close()
    this.#reader.cancel().catch(() => {}) // an already broken body has nothing left to cancel
  }

  async #readBytes(): Promise<Uint8Array | undefined> {
    try {
      return (await this.#reader.read()).value
    } catch {
      return undefined // however a connection breaks, the answer is to reconnect
    }
  }

  #idleMs(): number {
    if (this.#idleTimeoutMs !== undefined) return this.#idleTimeoutMs
    return this.#heartbeat.isExpected ? IDLE_WITH_COMMENTS_MS : IDLE_WITHOUT_COMMENTS_MS
  }
}
