import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { type AsyncBodyInput, createVerifier, type HeadersInput } from '../../src/index.node.js'
import { BODY, BUILDS, headerOf, judge, NOW, OTHER_SECRET, outcome, SECRET, T } from '../support/webhooks.js'

const header = headerOf(T)
const bytes = new TextEncoder().encode(BODY)
const verifier = createVerifier({ secrets: SECRET, clock: () => NOW })

function shared(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(bytes.length)
  new Uint8Array(memory).set(bytes)
  return memory
}

const CARRIERS: Record<string, () => HeadersInput> = {
  'the value itself': () => header,
  Headers: () => new Headers({ 'X-Merchant-Signature': header, accept: '*/*' }),
  'lower-case object': () => ({
    host: 'shop.example',
    'x-merchant-signature': header,
    'set-cookie': ['a', 'b'],
  }),
  'object as written': () => ({ 'X-Merchant-Signature': header, 'x-none': undefined }),
  'object without prototype': () => Object.assign(Object.create(null), { 'X-MERCHANT-SIGNATURE': header }),
  'object with lists': () => ({ 'X-Merchant-Signature': [header] }),
  rawHeaders: () => ['Host', 'shop.example', 'X-Merchant-Signature', header],
  pairs: () => [
    ['host', 'shop.example'],
    ['X-Merchant-Signature', header],
  ],
  Map: () => new Map([['X-Merchant-Signature', header]]),
  'Map of lists': () => new Map([['X-Merchant-Signature', [header]]]),
  'pairs that can be read once': () => [['X-Merchant-Signature', header] as const].values(),
}

const BODIES = {
  string: BODY,
  Buffer: Buffer.from(BODY),
  Uint8Array: bytes,
  'view at an offset': Buffer.concat([Buffer.from('xyz'), bytes, Buffer.from('xyz')]).subarray(
    3,
    3 + bytes.length,
  ),
  DataView: new DataView(bytes.buffer),
  Int8Array: new Int8Array(bytes.buffer),
  ArrayBuffer: bytes.buffer,
  SharedArrayBuffer: shared(),
  'shared Uint8Array': new Uint8Array(shared()),
}

describe.each(Object.entries(CARRIERS))('headers as %s', (_, carrier) => {
  test.each(Object.entries(BODIES))('and the body as %s give one result', async (_, body) => {
    const result = verifier.verify(body, carrier())
    for (const [, build] of BUILDS) {
      const other = build.createVerifier({ secrets: SECRET, clock: () => NOW })
      expect(await other.verifyAsync(body, carrier())).toEqual({
        ...result,
        rawBody: new TextEncoder().encode(BODY),
      })
    }
    expect(Buffer.from(result.rawBody).toString()).toBe(BODY)
    expect(result).toMatchObject({
      known: true,
      signedAt: NOW,
      secretId: 'secret-1',
      event: JSON.parse(BODY),
    })
    expect(outcome(() => createVerifier({ secrets: OTHER_SECRET }).verify(body, carrier()))).toBe(
      'signature_mismatch',
    )
  })
})

const UNREAD: Record<string, () => AsyncBodyInput> = {
  Request: () => new Request('https://shop.example/webhooks', { method: 'POST', body: BODY }),
  ReadableStream: () => new Blob([bytes]).stream(),
  'Node stream': () => Readable.from([Buffer.from(bytes.subarray(0, 7)), Buffer.from(bytes.subarray(7))]),
}

describe.each(Object.entries(CARRIERS))('headers as %s, and a body still unread', (_, carrier) => {
  test.each(Object.entries(UNREAD))('as %s give the result of bytes', async (_, body) => {
    const wanted = verifier.verify(bytes, carrier())
    for (const [, build] of BUILDS) {
      const { verifyAsync } = build.createVerifier({ secrets: SECRET, clock: () => NOW })
      expect(await verifyAsync(body(), carrier())).toEqual(wanted)
    }
  })
})

describe('finding X-Merchant-Signature', () => {
  test.each<[string, HeadersInput]>([
    ['two spellings', { 'X-Merchant-Signature': header, 'x-merchant-signature': header }],
    ['a list of two', { 'x-merchant-signature': [header, header] }],
    [
      'a spelling with a list beside one without',
      { 'X-Merchant-Signature': [header], 'x-merchant-signature': header },
    ],
    ['a pair with a list of two', new Map([['x-merchant-signature', [header, header]]])],
    ['two raw fields', ['X-Merchant-Signature', header, 'x-merchant-signature', 'other']],
    [
      'two pairs',
      [
        ['x-merchant-signature', header],
        ['x-merchant-signature', header],
      ],
    ],
  ])('fails on %s: duplicate_header', async (_, headers) => {
    expect(await judge(headers)).toBe('duplicate_header')
  })

  test('fails on two fields that Headers has joined: duplicate_timestamp', async () => {
    const headers = new Headers([
      ['x-merchant-signature', header],
      ['x-merchant-signature', header],
    ])
    expect(await judge(headers)).toBe('duplicate_timestamp')
  })

  test.each<[string, unknown]>([
    ['no headers', {}],
    ['an empty list', []],
    ['an empty Headers', new Headers()],
    ['an inherited property', Object.create({ 'x-merchant-signature': header })],
    ['a field with an empty list', { 'x-merchant-signature': [] }],
    ['a name that is no string', [[{ length: 20 }, header]]],
    ['pairs that are none', new Set(['x-merchant-signature'])],
    ['the wrong field', { 'x-other-co-signature': header }],
  ])('finds none in %s: missing_header', async (_, headers) => {
    expect(await judge(headers)).toBe('missing_header')
  })

  test.each<[string, unknown]>([
    ['a number for headers', 5],
    ['a function for headers', () => header],
    ['a number for the value', { 'x-merchant-signature': 5 }],
    ['an object for the value', { 'x-merchant-signature': { toString: () => header } }],
    ['headers that throw', new Proxy({}, { ownKeys: raise })],
    ['headers that were revoked', revoked()],
    ['a value that throws', Object.defineProperty({}, 'X-Merchant-Signature', THROWS)],
  ])('refuses %s: malformed_header', async (_, headers) => {
    expect(await judge(headers)).toBe('malformed_header')
  })
})

test('reads no value but those it looks for', async () => {
  const headers = Object.defineProperty({ 'x-merchant-signature': header }, 'x-request-id', THROWS)
  expect(await judge(headers)).toBe('ok')
})

// The test finds it by name; its value must not be read.
const THROWS = { enumerable: true, get: raise }

function raise(): never {
  throw new Error('a foreign error')
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
