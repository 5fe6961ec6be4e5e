import { describe, expect, test } from 'vitest'
import { verifySignature } from '../../src/signature.node.js'
import { BODY, errorOf, headerOf, hexMac, judge, NOW, outcome, SECRET, T } from '../support/webhooks.js'

const header = headerOf(T)
/** A body with a number, which JSON can spell in more than one way. */
const NUMBERED = BODY.replace('"A-1001"', '1')

describe('a body', () => {
  test('a body that is empty has a signature like any other', async () => {
    expect(await judge(headerOf(T, ''), '')).toBe('ok')
    expect(await judge(headerOf(T, ''), new Uint8Array())).toBe('ok')
    expect(await judge(header, '')).toBe('signature_mismatch')
  })

  test('a body of bytes that are no text verifies as bytes', async () => {
    const bytes = Uint8Array.of(0xff, 0xfe, 0x00, 0xc3)
    expect(await judge(headerOf(T, bytes), bytes)).toBe('ok')
    // These bytes and U+FFFD decode to the same text, and have different signatures.
    expect(await judge(headerOf(T, bytes), new TextDecoder().decode(bytes))).toBe('signature_mismatch')
  })

  test.each<[string, unknown, string]>([
    ['an object', { event: 'payment.confirmed' }, 'Object'],
    ['an array', [1], 'Array'],
    ['null', null, 'Null'],
    ['undefined', undefined, 'Undefined'],
    ['a number', 5, 'Number'],
    ['a function', () => BODY, 'Function'],
    ['a symbol', Symbol('x'), 'Symbol'],
    ['a stream', new ReadableStream(), 'ReadableStream'],
    ['a request', new Request('https://shop.example'), 'Request'],
    ['a promise of bytes', Promise.resolve(BODY), 'Promise'],
    [
      'something that only looks like a buffer',
      { byteLength: 2, [Symbol.toStringTag]: 'ArrayBuffer' },
      'ArrayBuffer',
    ],
  ])('a body that is %s is refused at once, with its kind and a fix', (_, body, kind) => {
    const given = body as string // what the type refuses is the point
    const error = errorOf(() => verifySignature({ body: given, headers: header, secrets: SECRET }))
    expect(error.code).toBe('raw_body_required')
    expect(error.message).toContain(kind)
    expect(error.hint).toContain('express.raw')
    expect(error.status).toBe(500)
  })

  test('is looked at before the header', async () => {
    expect(await judge('', {})).toBe('raw_body_required')
  })

  test('a body that throws on access is refused like any object', async () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(await judge(header, proxy)).toBe('raw_body_required')
  })

  test.each(['\ud800', 'a\udc00b', '\udc00\ud800'])(
    'a body with a lone surrogate is invalid, case %#',
    async (body) => {
      expect(await judge(headerOf(T, body), body)).toBe('invalid_body')
      expect(await judge(headerOf(T, 'a😀b'), 'a😀b')).toBe('ok')
    },
  )

  test.each([
    ['CRLF for LF', BODY.replace('{', '{\n'), BODY.replace('{', '{\r\n')],
    ['a newline added', BODY, `${BODY}\n`],
    ['a byte order mark lost', `\ufeff${BODY}`, BODY],
  ])('a body with %s no longer fits its signature', async (_, sent, received) => {
    expect(await judge(headerOf(T, sent), sent)).toBe('ok')
    expect(await judge(headerOf(T, sent), received)).toBe('signature_mismatch')
  })

  test.each([
    ['spaces', JSON.stringify(JSON.parse(NUMBERED), null, 2)],
    ['another key order', JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(NUMBERED)).reverse()))],
    ['escapes', NUMBERED.replace('cart', '\\u0063art')],
    ['another number text', NUMBERED.replace('"cart":1', '"cart":1.0')],
  ])('a body that was written again with %s no longer fits its signature', async (_, again) => {
    expect(again).not.toBe(NUMBERED)
    expect(JSON.parse(again)).toEqual(JSON.parse(NUMBERED))
    expect(await judge(headerOf(T, NUMBERED), NUMBERED)).toBe('ok')
    expect(await judge(headerOf(T, NUMBERED), again)).toBe('signature_mismatch')
  })

  test('a body with one byte more or less no longer fits its signature', async () => {
    const bytes = Buffer.from(BODY)
    expect(await judge(header, bytes.subarray(1))).toBe('signature_mismatch')
    expect(await judge(header, bytes.subarray(0, -1))).toBe('signature_mismatch')
    expect(await judge(header, Buffer.concat([bytes, Buffer.of(0)]))).toBe('signature_mismatch')
    expect(await judge(header, Buffer.concat([Buffer.of(0x20), bytes]))).toBe('signature_mismatch')
  })

  test('cannot move a byte between timestamp and body', async () => {
    expect(await judge(`t=${Math.floor(T / 10)},v1=${hexMac(T, BODY)}`, `${T % 10}.${BODY}`)).toBe(
      'signature_mismatch',
    )
  })

  test.each([
    ['a view', (memory: ArrayBuffer) => new DataView(memory)],
    ['a Uint8Array', (memory: ArrayBuffer) => new Uint8Array(memory)],
    ['a Buffer', (memory: ArrayBuffer) => Buffer.from(memory)],
    ['a buffer', (memory: ArrayBuffer) => memory],
  ])('a body in detached memory is refused as %s, and never taken for an empty one', async (_, bodyIn) => {
    const memory = new ArrayBuffer(8)
    const body = bodyIn(memory)
    structuredClone(memory, { transfer: [memory] })
    expect(await judge(headerOf(T, ''), body)).toBe('raw_body_required')
  })

  test('a body in shared memory is copied before the check, so that later writes change nothing', () => {
    const bytes = new Uint8Array(new SharedArrayBuffer(Buffer.byteLength(BODY)))
    bytes.set(Buffer.from(BODY))
    const { rawBody } = verifySignature({ body: bytes, headers: header, secrets: SECRET, receivedAt: NOW })
    bytes.fill(0)
    expect(Buffer.from(rawBody).toString()).toBe(BODY)
  })

  test('a body in memory of its own is handed back without a copy', () => {
    const body = Buffer.from(BODY)
    expect(verifySignature({ body, headers: header, secrets: SECRET, receivedAt: NOW }).rawBody).toBe(body)
    expect(outcome(() => verifySignature({ body, headers: header, secrets: SECRET, receivedAt: NOW }))).toBe(
      'ok',
    )
  })
})
