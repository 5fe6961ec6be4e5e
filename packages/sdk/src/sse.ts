/** One event of a stream. */
export interface ServerSentEvent {
  /** Event type, `message` unless the stream names another. */
  readonly event: string
  /** The data lines, joined by line feeds. */
  readonly data: string
  /** The event's own id; undefined when it has none. */
  readonly id: string | undefined
}

const SHORTEST_RETRY_MS = 250
const LONGEST_RETRY_MS = 30_000
const DEFAULT_MAX_EVENT_LENGTH = 1024 * 1024

/**
 * Reads server-sent events from the bytes of one connection, however they are cut. An event whose blank
 * line has not arrived is not delivered: whoever reconnects will get it again.
 *
 * @example
 * const parser = new SseParser()
 * for await (const bytes of response.body) for (const event of parser.push(bytes)) handle(event)
 */
export class SseParser {
  /** The reconnection time the server asked for, 250 to 30,000 milliseconds. */
  retryMs: number | undefined
  /** Whether a comment was seen, as servers send them to keep a connection awake. */
  sawComment = false

  readonly #maxEventLength: number
  /** Removes one leading byte order mark, and keeps a character that is cut in two until its rest comes. */
  readonly #decoder = new TextDecoder()
  #line = ''
  #endsWithReturn = false
  #event = ''
  #id: string | undefined
  #data: string[] = []
  #dataLength = 0

  /** @param options.maxEventLength the longest event, partial line included, in characters. Default: 1 Mi */
  constructor(options: { maxEventLength?: number | undefined } = {}) {
    this.#maxEventLength = options.maxEventLength ?? DEFAULT_MAX_EVENT_LENGTH
  }

  /** Takes the next bytes and returns the events they complete. @throws RangeError when one is too long */
  push(bytes: Uint8Array): ServerSentEvent[] {
    const text = this.#decoder.decode(bytes, { stream: true })
    const events: ServerSentEvent[] = []
    // A carriage return ends its line at once, so a line feed after it belongs to it even in the next chunk.
    const lines = (this.#endsWithReturn ? text.replace(/^\n/, '') : text).split(/\r\n?|\n/)
    if (text !== '') this.#endsWithReturn = text.endsWith('\r')
    const rest = lines.pop() ?? ''
    for (const line of lines) {
      this.#endLine(this.#line + line, events)
      this.#line = ''
    }
    this.#line += rest
    this.#checkLength(this.#line.length)
    return events
  }

  #endLine(line: string, events: ServerSentEvent[]): void {
    this.#checkLength(line.length)
    const [, name, value = ''] = /^([^:]*)(?:: ?)?(.*)$/s.exec(line) ?? []
    if (line === '') this.#dispatch(events)
    else if (name === '') this.sawComment = true
    else if (name === 'data') {
      this.#data.push(value)
      this.#dataLength += value.length + 1
    } else if (name === 'event') this.#event = value
    else if (name === 'id' && !value.includes('\0')) this.#id = value
    else if (name === 'retry' && /^\d+$/.test(value)) {
      this.retryMs = Math.min(Math.max(Number(value), SHORTEST_RETRY_MS), LONGEST_RETRY_MS)
    }
  }

  #dispatch(events: ServerSentEvent[]): void {
    if (this.#data.length > 0) {
      events.push({ event: this.#event || 'message', data: this.#data.join('\n'), id: this.#id })
    }
    this.#event = ''
    this.#id = undefined
    this.#data = []
    this.#dataLength = 0
  }

  #checkLength(lineLength: number): void {
    if (this.#dataLength + lineLength <= this.#maxEventLength) return
    throw new RangeError(`an event is longer than ${this.#maxEventLength} characters`)
  }
}
