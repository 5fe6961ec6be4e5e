import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ServerSentEvent, SseParser } from '../src/sse.js'

const encode = (text: string) => new TextEncoder().encode(text)

/** Parses text in the pieces that the cuts make of its bytes. */
function parse(text: string, cuts: readonly number[] = []): ServerSentEvent[] {
  const bytes = encode(text)
  const parser = new SseParser()
  const edges = [0, ...[...cuts].sort((a, b) => a - b), bytes.length]
  return edges.slice(1).flatMap((end, i) => parser.push(bytes.subarray(edges[i], end)))
}

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
  it('without its blank line is not delivered', () => {
    expect(parse('data: 1\n')).toEqual([])
    expect(parse('data: 1')).toEqual([])
  })

  it('without data is none', () => {
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

  it('beyond the limit is refused, however it is cut', () => {
    for (const text of [`data: ${'x'.repeat(200)}`, 'data: xxxxxxxx\n'.repeat(20), `:${'x'.repeat(200)}\n`]) {
      const parser = new SseParser({ maxEventLength: 100 })
      const feed = () => {
        for (const byte of encode(text)) parser.push(Uint8Array.of(byte))
      }
      expect(feed).toThrow(RangeError)
    }
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

  it('takes time in proportion to the bytes, even of one long line in small pieces', () => {
    const cost = (pieces: number) => {
      const parser = new SseParser({ maxEventLength: 1e9 })
      const piece = encode('x'.repeat(64))
      const start = performance.now()
      for (let i = 0; i < pieces; i++) parser.push(piece)
      parser.push(encode('\n'))
      return performance.now() - start
    }
    cost(20_000)
    expect(cost(80_000)).toBeLessThan(40 * Math.max(cost(20_000), 5))
  })

  it('gives the same events for any cuts of any fields', () => {
    const value = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n\0\ufeff]/g, ''))
    const field = fc.tuple(fc.constantFrom('data', 'id', 'event', '', 'retry', 'x'), value)
    const stream = fc.array(
      fc.oneof(
        field.map(([name, text]) => `${name}: ${text}`),
        fc.constant(''),
      ),
    )
    fc.assert(
      fc.property(stream, fc.constantFrom('\n', '\r', '\r\n'), fc.array(fc.nat()), (lines, end, cuts) => {
        const text = lines.map((line) => line + end).join('')
        const { length } = encode(text)
        expect(
          parse(
            text,
            cuts.map((cut) => cut % (length + 1)),
          ),
        ).toEqual(parse(text))
      }),
    )
  })
})
