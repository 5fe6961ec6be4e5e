import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { type ServerSentEvent, SseParser } from '../../src/sse.js'

/** The result of a parser for one connection. */
interface Parsed {
  events: ServerSentEvent[]
  retryMs: number | undefined
  sawComment: boolean
}

/** Parses bytes in the pieces that the cuts make of them; a cut may lie anywhere, also beyond the end. */
export function parseBytes(bytes: Uint8Array, cuts: readonly number[] = []): Parsed {
  const parser = new SseParser()
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
  const events = edges.slice(1).flatMap((end, i) => parser.push(bytes.subarray(edges[i], end)))
  return { events, retryMs: parser.retryMs, sawComment: parser.sawComment }
}

/**
 * Parses the same bytes with eventsource-parser, uncut. It differs in four ways, which are evened out here:
 * a carriage return at the end of what it was given may still be half of a line end to it, so it gets the other
 * half; it takes text, so the byte order mark is removed by decoding; it names no default event type; and it
 * reports the reconnection time as it stands, where this parser bounds it.
 */
function parseWithOracle(bytes: Uint8Array): Parsed {
  const parsed: Parsed = { events: [], retryMs: undefined, sawComment: false }
  const oracle = createParser({
    onEvent: ({ event = 'message', data, id }) => parsed.events.push({ event, data, id }),
    onRetry: (ms) => {
      parsed.retryMs = Math.min(Math.max(ms, 250), 30_000)
    },
    onComment: () => {
      parsed.sawComment = true
    },
  })
  const text = new TextDecoder().decode(bytes)
  oracle.feed(text.endsWith('\r') ? `${text}\n` : text)
  return parsed
}

const encoder = new TextEncoder()
const concat = (parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))

const name = fc.constantFrom('data', 'data', 'data', 'id', 'event', 'retry', '', 'other', 'Data', ' data')
const separator = fc.constantFrom(':', ': ', ':  ', '', '::')
const value = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('\0', '\ufeff', ' ', ':', '7'), maxLength: 3 }),
  fc.nat().map(String),
)
const field = fc.tuple(name, separator, value).map((parts) => encoder.encode(parts.join('')))
const line = fc.oneof(
  { weight: 6, arbitrary: field },
  { weight: 3, arbitrary: fc.constant(new Uint8Array()) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 8 }) }, // no text at all, and line ends in odd places
)
const lineEnd = fc.constantFrom('\n', '\r', '\r\n').map((end) => encoder.encode(end))
const stream = fc
  .tuple(fc.constantFrom('', '', '\ufeff', '\ufeff\ufeff'), fc.array(fc.tuple(line, lineEnd)), line)
  .map(([mark, lines, rest]) => concat([encoder.encode(mark), ...lines.flat(), rest]))

/** Compares the parser with eventsource-parser on random streams, cut at random. @throws Error with the seed */
export function compareWithOracle(numRuns: number, seed: number | undefined): void {
  const property = fc.property(stream, fc.array(fc.nat(), { maxLength: 40 }), (bytes, cuts) => {
    const expected = JSON.stringify(parseWithOracle(bytes))
    const found = JSON.stringify(parseBytes(bytes, cuts))
    if (found !== expected) throw new Error(`expected ${expected}\nfound    ${found}`)
  })
  fc.assert(property, { numRuns, ...(seed !== undefined && { seed }) })
}

/** Bytes of one endless line, pushed one by one: the CPU time it takes, milliseconds. */
export function timeOfOneLine(bytes: number): number {
  const parser = new SseParser({ maxEventBytes: Number.POSITIVE_INFINITY })
  const byte = Uint8Array.of(120)
  const start = process.cpuUsage()
  for (let i = 0; i < bytes; i++) parser.push(byte)
  parser.push(Uint8Array.of(10))
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

/** Pushes one line of `bytes` bytes, one by one. @returns how many bytes were copied between arrays */
export function bytesCopiedForOneLine(bytes: number): number {
  const { set } = Uint8Array.prototype
  let copied = 0
  Uint8Array.prototype.set = function (this: Uint8Array, source, offset) {
    copied += source.length
    set.call(this, source, offset)
  }
  try {
    timeOfOneLine(bytes)
  } finally {
    Uint8Array.prototype.set = set
  }
  return copied
}
