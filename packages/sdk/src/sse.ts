/** One event of a stream. */
export interface ServerSentEvent {
  /** Event type, `message` unless the stream names another. */
  readonly event: string
  /** The data lines, joined by line feeds. */
  readonly data: string
  /** The event's own id; undefined when it has none. */
  readonly id: string | undefined
}

/** Options of a parser. */
export interface SseOptions {
  /** The largest event, its partial line included, bytes. Default: 1 MiB. */
  readonly maxEventBytes?: number | undefined
}

const LF = 10
const CR = 13
const SHORTEST_RETRY_MS = 250
const LONGEST_RETRY_MS = 30_000
const MIB = 1024 * 1024
/** Only the first line of a connection may begin with a byte order mark; elsewhere it is a character. */
const laterLines = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Reads server-sent events from the bytes of one connection, however they are cut. An event whose blank line has not
 * arrived is not delivered: the server sends it again after a reconnection. Time grows with the number of bytes
 * alone, even for one line that arrives byte by byte.
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

  #maxBytes: number
  #decoder = new TextDecoder()
  /** Holds the partial line in its first bytes. Bytes are kept, not text, so that a cut character is whole again. */
  #line = new Uint8Array(512)
  #lineBytes = 0
  /** A carriage return ends its line at once, so a line feed at the start of the next bytes belongs to it. */
  #endsWithReturn = false
  #event = ''
  #id: string | undefined
  #data: string[] = []
  #dataBytes = 0

  /** @throws RangeError unless `maxEventBytes` is above 0 */
  constructor({ maxEventBytes = MIB }: SseOptions = {}) {
    if (!(maxEventBytes > 0)) throw new RangeError('maxEventBytes must be above 0')
    this.#maxBytes = maxEventBytes
  }

  /**
   * Takes the next bytes and returns the events they complete.
   *
   * @throws RangeError when an event is larger than `maxEventBytes`, and at every call after that
   */
  push(bytes: Uint8Array): ServerSentEvent[] {
    const events: ServerSentEvent[] = []
    let start = this.#endsWithReturn && bytes[0] === LF ? 1 : 0
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte !== LF && byte !== CR) continue
      this.#keep(bytes.subarray(start, at))
      this.#endLine(events)
      if (byte === CR && bytes[at + 1] === LF) at++
      start = at + 1
    }
    if (bytes.length > 0) this.#endsWithReturn = bytes[bytes.length - 1] === CR
    this.#keep(bytes.subarray(start))
    return events
  }

  #keep(part: Uint8Array): void {
    const length = this.#lineBytes + part.length
    if (this.#dataBytes + length > this.#maxBytes) {
      this.#maxBytes = -1 // after a gap the next bytes could pass for another event
      throw new RangeError('an event is larger than maxEventBytes')
    }
    if (length > this.#line.length) {
      const larger = new Uint8Array(2 * length)
      larger.set(this.#line)
      this.#line = larger
    }
    this.#line.set(part, this.#lineBytes)
    this.#lineBytes = length
  }

  #endLine(events: ServerSentEvent[]): void {
    const line = this.#decoder.decode(this.#line.subarray(0, this.#lineBytes))
    this.#decoder = laterLines
    const [, name, value = ''] = /^([^:]*)(?:: ?)?(.*)$/s.exec(line) ?? []
    if (line === '') this.#dispatch(events)
    else if (name === '') this.sawComment = true
    else if (name === 'data') {
      this.#data.push(value)
      this.#dataBytes += this.#lineBytes
    } else if (name === 'event') this.#event = value
    else if (name === 'id' && !value.includes('\0')) this.#id = value
    else if (name === 'retry' && /^\d+$/.test(value)) {
      this.retryMs = Math.min(Math.max(Number(value), SHORTEST_RETRY_MS), LONGEST_RETRY_MS)
    }
    this.#lineBytes = 0
  }

  #dispatch(events: ServerSentEvent[]): void {
    if (this.#data.length > 0) {
      events.push({ event: this.#event || 'message', data: this.#data.join('\n'), id: this.#id })
    }
    this.#event = ''
    this.#id = undefined
    this.#data = []
    this.#dataBytes = 0
  }
}

/**
 * Reads the events of one connection until it ends. Leaving the loop cancels the rest of the stream.
 *
 * @param source the body of an answer, null for one without, or any other source of bytes
 * @throws RangeError when an event is larger than `maxEventBytes`; the errors of the source pass through
 *
 * @example
 * for await (const { event, data } of readEvents(response.body)) console.log(event, data)
 */
export async function* readEvents(
  source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | null,
  options?: SseOptions,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  if (source === null) return
  const parser = new SseParser(options)
  for await (const bytes of 'getReader' in source ? readParts(source) : source) yield* parser.push(bytes)
}

/** Iterates by hand: not every runtime's streams are async iterables. */
async function* readParts(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel()
  }
}
