import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as source from '../../src/index.js'
import { commonJs, esModule } from '../support/builds.js'
import { KEY_ID, SECRET } from '../support/keys.js'
import { rejection } from '../support/loopback.js'

const BUILDS = { source, 'the ES module': esModule, 'the CommonJS module': commonJs }
const ID = 'o1'
const THIS_FILE = 'errors-builds.test.ts'

type Call = (mp: source.MerchantPay) => PromiseLike<unknown>

/** How each class comes about, as a caller meets it. */
const CAUSES: Record<string, { call: Call; fetch?: source.Fetch }> = {
  ApiError: { call: (mp) => mp.orders.get(ID) },
  ConnectionError: {
    call: (mp) => mp.orders.get(ID),
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  },
  TimeoutError: {
    call: (mp) => mp.orders.get(ID, { timeoutMs: 1 }),
    fetch: () => new Promise(() => {}),
  },
  AbortError: { call: (mp) => mp.orders.get(ID, { signal: AbortSignal.abort() }) },
  OutcomeUnknownError: {
    call: (mp) => mp.apiKeys.create({ environment: 'test' }),
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  },
  StreamError: {
    call: (mp) => mp.orders.stream(ID, { maxConsecutiveFailures: 1 }).next(),
    fetch: async () => new Response('', { headers: { 'content-type': 'text/event-stream' } }),
  },
  UsageError: { call: (mp) => mp.orders.get('..') },
}

function clientOf(build: typeof source, fetch?: source.Fetch): source.MerchantPay {
  const refuse: source.Fetch = async () => new Response('{"error":"order not found"}', { status: 404 })
  const key = {
    baseUrl: 'https://pay.example',
    keyId: KEY_ID,
    secret: SECRET,
    maxRetries: 0,
    rateLimit: false,
  } as const
  return new build.MerchantPay({ ...key, fetch: fetch ?? refuse })
}

describe.each(Object.entries(BUILDS))('an error of %s', (_, build) => {
  it.each(Object.entries(CAUSES))(
    'an error that is a %s is one of every other copy, and of no other class',
    async (name, cause) => {
      const error = await rejection(cause.call(clientOf(build, cause.fetch)))
      for (const copy of Object.values(BUILDS)) {
        for (const other of Object.keys(CAUSES)) {
          const type = Reflect.get(copy, other) as typeof source.MerchantPayError // an export of every build
          expect(error instanceof type).toBe(other === name)
        }
        expect(error).toBeInstanceOf(copy.MerchantPayError)
      }
      expect(error).toMatchObject({ name })
    },
  )

  it.each<[string, Call]>([
    ['a call', (mp) => mp.orders.get(ID)],
    ['a creation', (mp) => mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })],
    ['a call with its response', (mp) => mp.orders.get(ID).withResponse()],
    ['a call that is refused at once', (mp) => mp.orders.get('..')],
    ['a stream', (mp) => mp.orders.stream(ID).next()],
    ['an awaited list', (mp) => mp.orders.list()],
    ['an iteration over rows', (mp) => mp.orders.list()[Symbol.asyncIterator]().next()],
    ['an iteration over pages', (mp) => mp.orders.list().pages().next()],
    ['a list of all rows', (mp) => mp.orders.list().toArray({ max: 5 })],
    ['a wait', (mp) => mp.orders.waitForPaid(ID)],
    ['a raw call', (mp) => mp.raw.GET('/v1/merchants/me', { signal: AbortSignal.abort() })],
  ])('an error of %s shows in its stack who called, however late it fails', async (_, call) => {
    const mp = clientOf(build, async () => {
      await new Promise(setImmediate) // the caller is off the stack by now
      return new Response('{"error":"order not found"}', { status: 404 })
    })
    const theCaller = () => call(mp)
    const error = await rejection(theCaller())
    expect(error).toBeInstanceOf(source.MerchantPayError)
    const { stack = '', message } = error as Error // it is one of ours
    expect(stack).toContain(message)
    expect(stack.split('\n').find((line) => line.includes('.test.ts'))).toContain(THIS_FILE)
  })
})

describe('the union of error codes', () => {
  const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
  const contract: unknown = parse(read('../../../../openapi/merchantpay.v1.yaml'))
  const generated = read('../../src/generated/operations.gen.ts')
  const [, union = ''] = /export type ErrorCode =([\s\S]*?)(?:\n\n|$)/.exec(generated) ?? []
  const members = new Set(Array.from(union.matchAll(/'(\w+)'/g), ([, code]) => code))

  /** Every `{ error: message }` that stands anywhere in the contract, except that of an attempt to deliver a webhook. */
  function* messages(value: unknown): Generator<string> {
    if (typeof value !== 'object' || value === null) return
    const { error, ended_at } = value as { error?: unknown; ended_at?: unknown } // any node of a YAML document
    if (typeof error === 'string' && ended_at === undefined) yield error
    for (const each of Object.values(value)) yield* messages(each)
  }

  it('has every code of the contract, as the client makes it of the message', async () => {
    const codes = new Set<string>()
    for (const message of new Set(messages(contract))) {
      const mp = clientOf(
        source,
        async () => new Response(JSON.stringify({ error: message }), { status: 418 }),
      )
      const error = await rejection(mp.orders.get(ID))
      codes.add((error as source.ApiError).code) // a 418 is an ApiError
    }
    expect(codes.size).toBeGreaterThan(40)
    expect([...codes].filter((code) => !members.has(code))).toEqual([])
  })
})
