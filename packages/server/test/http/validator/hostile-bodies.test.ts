import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findUnstorable } from '../../../src/http/validator/storable-text.js'
import {
  bodyWith,
  FILLS,
  hostileBodies,
  MAX_BODY_BYTES,
  VALID_BODIES,
} from '../../support/abuse/hostile-bodies.js'
import { Harness, useHarness } from '../../support/server/harness.js'

/** Ten times the goal of 100 ms. */
const DEADLINE_MS = 1_000
/** Size of an error with a name of 64 characters of at most 4 bytes. */
const MAX_ERROR_BYTES = 300
const WORST = ['a name of slashes', 'a fault at each level of nested arrays']

describe('a hostile body of 64 KiB', () => {
  const shared = useHarness()

  it.each(Object.keys(VALID_BODIES).flatMap((target) => WORST.map((fill) => [target, fill] as const)))(
    'a hostile body of 64 KiB for %s is answered in time: %s',
    async (target, fill) => {
      const { harness } = shared
      const keys = await harness.register()
      const bytes = bodyWith(target, fill, undefined, MAX_BODY_BYTES)
      const start = performance.now()
      const answer = await harness.call('POST', target, { keys, bytes })
      expect(performance.now() - start).toBeLessThan(DEADLINE_MS)
      expect(answer.status).toBe(400)
    },
  )

  it('a hostile body of 64 KiB of any shape gets a short answer of the contract', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const call = async ({ target, text }: { target: string; text: string }) => {
      const answer = await harness.call('POST', target, { keys, bytes: text })
      expect(answer.status).toBeLessThan(500)
      if (answer.status >= 400) expect(Buffer.byteLength(answer.text)).toBeLessThan(MAX_ERROR_BYTES)
    }
    await fc.assert(fc.asyncProperty(hostileBodies(), call), { numRuns: 300, seed: 1 })
  })

  it('a hostile body of 64 KiB with two deep equal items in an array is refused by their type', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const bytes = bodyWith('/v1/webhooks', 'two equal nested arrays', 'events', MAX_BODY_BYTES)
    const answer = await harness.call('POST', '/v1/webhooks', { keys, bytes })
    expect([answer.status, answer.errorText]).toEqual([400, '{"error":"invalid event type"}'])
  })

  it('has at most 64 characters of its names in the answer, and no half of a surrogate pair', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const name = `${'n'.repeat(63)}😀`
    const bytes = `{"amount":"25.00","currency":"USDT","network":"TRC20","${name}":"\\u0000"}`
    const answer = await harness.call('POST', '/v1/orders', { keys, bytes })
    expect([answer.status, answer.json.error]).toEqual([400, `invalid parameter: ${'n'.repeat(63)}`])
    const listed = await harness.call('GET', `/v1/orders?${'q'.repeat(10_000)}=1`, { keys })
    expect([listed.status, listed.json.error]).toEqual([400, `invalid parameter: ${'q'.repeat(64)}`])
  })
})

describe('unstorable text', () => {
  it('is searched once in each value, and found at most 16 times', () => {
    const values = fc.constantFrom(...Object.keys(FILLS)).map((fill) => bodyWith('', fill, undefined, 4_096))
    fc.assert(
      fc.property(values, (text) => {
        const body: unknown = JSON.parse(text)
        const visits = { count: 0 }
        const findings = findUnstorable(text, counted(body, visits), ['amount'])
        expect(findings.length).toBeLessThanOrEqual(16)
        expect(visits.count).toBeLessThanOrEqual(countValues(body))
        const properties = findings.map(({ segments }) => segments[0])
        expect(new Set(properties).size).toBe(properties.length)
      }),
      { numRuns: 200, seed: 1 },
    )
  })

  it('unstorable text in a property that the contract names is reported before any number of others', async () => {
    const harness = await Harness.start()
    const keys = await harness.register()
    const others = Array.from({ length: 1_000 }, (_, at) => `"more${at}":"\\u0000"`).join()
    const bytes = `{${others},"amount":"25.00","currency":"USDT","network":"TRC20","metadata":{"a":"\\u0000"}}`
    expect((await harness.call('POST', '/v1/orders', { keys, bytes })).errorText).toBe(
      '{"error":"invalid metadata"}',
    )
  })
})

describe('while registration is closed', () => {
  const shared = useHarness({ MERCHANTPAY_REGISTRATION: 'closed' })

  it.each([
    ['that is no JSON', '{', {}],
    ['of another type', 'x', { 'content-type': 'text/plain' }],
    ['with a fault', '{"name":"\\u0000"}', {}],
  ])('a body %s is refused unread', async (_what, bytes, headers) => {
    const answer = await shared.harness.call('POST', '/v1/merchants', { bytes, headers })
    expect([answer.status, answer.text]).toEqual([403, '{"error":"registration closed"}'])
  })

  it('a body that is too large gets its own error first', async () => {
    const bytes = Buffer.alloc(MAX_BODY_BYTES + 1, 'x')
    expect((await shared.harness.call('POST', '/v1/merchants', { bytes })).status).toBe(413)
  })

  it('too many calls of one address get their own error first', async () => {
    const env = { MERCHANTPAY_REGISTRATION: 'closed', MERCHANTPAY_REGISTRATIONS_PER_HOUR: '1' }
    const harness = await Harness.start(env)
    expect((await harness.call('POST', '/v1/merchants', { bytes: '{' })).status).toBe(403)
    expect((await harness.call('POST', '/v1/merchants', { bytes: '{' })).status).toBe(429)
  })
})

/** Wraps a value and counts the reads of its parts. */
function counted(value: unknown, visits: { count: number }): unknown {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, name) {
      visits.count += 1
      return counted(Reflect.get(target, name), visits)
    },
  })
}

function countValues(body: unknown): number {
  let count = 0
  const left = [body]
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    count += 1
    if (typeof value === 'object' && value !== null) left.push(...Object.values(value))
  }
  return count
}
