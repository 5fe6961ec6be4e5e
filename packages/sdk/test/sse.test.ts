import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { readEvents, type ServerSentEvent, SseParser } from '../src/sse.js'
import { bytesCopiedForOneLine, compareWithOracle, parseBytes } from './support/sse-oracle.js'

const encode = (text: string) => new TextEncoder().encode(text)
const parse = (text: string, cuts: readonly number[] = []) => parseBytes(encode(text), cuts).events

const LINES = [
  ': awake',
  'retry: 1000',
  'event: order',
  'id: 1',
  'data: {"a":',
  'data: "grüße 🎟"}',
  '',
  'data:x',
  '',
  '',
]
const EXPECTED = [
  { event: 'order', id: '1', data: '{"a":\n"grüße 🎟"}' },
  { event: 'message', id: undefined, data: 'x' },
]

describe.each([
  ['LF', '\n'],
  ['CR', '\r'],
  ['CRLF', '\r\n'],
])('a stream with %s line ends', (_, end) => {
  const text = LINES.join(end)
  const { length } = encode(text)

  it('gives the same events wherever it is cut in two', () => {
    for (let at = 0; at <= length; at++) expect(parse(text, [at])).toEqual(EXPECTED)
  })

  it('gives the same events byte by byte', () => {
    expect(
      parse(
        text,
        Array.from({ length }, (_, at) => at),
      ),
    ).toEqual(EXPECTED)
  })

  it('may begin with a byte order mark, once', () => {
    expect(parse(`\ufeff${text}`, [1, 2])).toEqual(EXPECTED)
  })
})

describe('an event', () => {
  it('an event without its blank line is not delivered', () => {
    expect(parse('data: 1\n')).toEqual([])
    expect(parse('data: 1')).toEqual([])
  })

  it('an event without data is not delivered', () => {
    expect(parse('event: x\nid: 4\n\n')).toEqual([])
  })

  it('loses one leading space of a value and no more', () => {
    expect(parse('data:  x\n\n')[0]?.data).toBe(' x')
  })

  it('may have empty data', () => {
    expect(parse('data\ndata:\n\n')[0]?.data).toBe('\n')
  })

  it('ignores an id with NUL, and unknown fields', () => {
    expect(parse('id: a\0b\nfoo: bar\ndata: 1\n\n')[0]).toEqual({
      event: 'message',
      id: undefined,
      data: '1',
    })
  })

  it('keeps a byte order mark that is not the first character of its connection', () => {
    expect(parse('\ufeff\ufeffdata: 1\n\ndata: \ufeff2\n\n\ufeffdata: 3\n\n')).toEqual([
      { event: 'message', id: undefined, data: '\ufeff2' },
    ])
  })

  it('ended by a carriage return is there at once', () => {
    const parser = new SseParser()
    expect(parser.push(encode('data: 1\r\r'))).toHaveLength(1)
    expect(parser.push(encode('\ndata: 2\r\n\r'))).toHaveLength(1)
    expect(parser.push(encode('\n\n'))).toEqual([])
  })

  it('an event beyond the limit is refused, however it is cut', () => {
    for (const text of [`data: ${'x'.repeat(200)}`, 'data: xxxxxxxx\n'.repeat(20), `:${'x'.repeat(200)}\n`]) {
      const parser = new SseParser({ maxEventBytes: 100 })
      const push = () => {
        for (const byte of encode(text)) parser.push(Uint8Array.of(byte))
      }
      expect(push).toThrow(RangeError)
      // The beginning is lost, so the rest is rejected as well.
      expect(() => parser.push(encode('\n\ndata: 1\n\n'))).toThrow(RangeError)
    }
  })

  it('is measured in bytes', () => {
    expect(() => new SseParser({ maxEventBytes: 10 }).push(encode('data: ééé\n\n'))).toThrow(RangeError)
    expect(new SseParser({ maxEventBytes: 12 }).push(encode('data: ééé\n\n'))).toHaveLength(1)
  })
})

describe('a parser', () => {
  it.each([
    ['1000', 1_000],
    ['5', 250],
    ['9999999', 30_000],
    ['-1', undefined],
    ['1s', undefined],
  ])('reads retry: %s as %s ms', (value, ms) => {
    const parser = new SseParser()
    parser.push(encode(`retry: ${value}\n`))
    expect(parser.retryMs).toBe(ms)
  })

  it('notes comments', () => {
    const parser = new SseParser()
    expect(parser.sawComment).toBe(false)
    parser.push(encode(':\n'))
    expect(parser.sawComment).toBe(true)
  })

  it('copies bytes in proportion to their number, even of one line that comes byte by byte', () => {
    const copied = bytesCopiedForOneLine(200_000)
    // Each byte is copied when it arrives, and again at each doubling of the buffer.
    expect(copied).toBeGreaterThan(200_000)
    expect(copied).toBeLessThan(4 * 200_000)
  })

  it('keeps less than 16 MB of a line that does not end', () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void // what the flag has just made
    const used = () => {
      collectGarbage()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    const parser = new SseParser()
    const before = used()
    for (let i = 0; i < 1024 * 1024; i++) parser.push(Uint8Array.of(120))
    expect(used() - before).toBeLessThan(16_000_000)
    expect(() => parser.push(Uint8Array.of(120))).toThrow(RangeError)
  })

  it('gives the same events as eventsource-parser for any bytes and any cuts', () => {
    compareWithOracle(2_000, undefined)
  })
})

describe('reading events', () => {
  const bytes = encode('data: 1\n\ndata: 2\n\ndata: 3')
  const drain = async (source: Parameters<typeof readEvents>[0]) => {
    const events: ServerSentEvent[] = []
    for await (const event of readEvents(source)) events.push(event)
    return events.map(({ data }) => data)
  }

  it('goes to the end of a stream', async () => {
    expect(await drain(new Blob([bytes]).stream())).toEqual(['1', '2'])
  })

  it('finds none in an answer without a body', async () => {
    expect(await drain(new Response(null, { status: 204 }).body)).toEqual([])
  })

  it('takes any other source of bytes', async () => {
    async function* source() {
      for (const byte of bytes) yield Uint8Array.of(byte)
    }
    expect(await drain(source())).toEqual(['1', '2'])
  })

  it('gives a stream up when its loop is left', async () => {
    let isCanceled = false
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes),
      cancel: () => {
        isCanceled = true
      },
    })
    for await (const { data } of readEvents(stream)) {
      expect(data).toBe('1')
      break
    }
    expect(isCanceled).toBe(true)
  })

  it('throws what the source throws', async () => {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new Error('cut')),
    })
    await expect(drain(stream)).rejects.toThrow('cut')
  })

  it('refuses an event that is too large', async () => {
    const events = readEvents(new Blob([bytes]).stream(), { maxEventBytes: 4 })
    await expect(events.next()).rejects.toThrow(RangeError)
  })
})
