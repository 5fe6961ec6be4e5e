import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builds, receiving } from '../support/receiving.js'
import { BODY, headerOf, OTHER_SECRET, T } from '../support/webhooks.js'

const headers = fc.oneof(
  fc.constantFrom(headerOf(T), headerOf(T, BODY, OTHER_SECRET), headerOf(T - 301), headerOf(T + 301)),
  fc.string(),
  fc.dictionary(
    fc.constantFrom('X-Merchant-Signature', 'Content-Length', 'content-encoding', '__proto__'),
    fc.anything(),
  ),
  fc.anything(),
)
const stream = fc.array(fc.oneof(fc.uint8Array(), fc.anything())).map(async function* (pieces) {
  yield* pieces
})
const bodies = fc.oneof(fc.constant(BODY), fc.string(), fc.uint8Array(), stream, fc.anything())

describe.each(builds)('for any input, a receiver of the $build build', ({ createReceiver }) => {
  test('answers, and handles nothing but what was signed', async () => {
    const seed = Date.now()
    console.log(`seed ${seed}`)
    await fc.assert(
      fc.asyncProperty(bodies, headers, async (body, sent) => {
        const { handle, handled } = receiving(createReceiver)
        // Plain JavaScript can pass any value.
        const { status, body: answer } = await handle(body as string, sent as string)
        expect([200, 400, 401, 413, 415, 500]).toContain(status)
        expect(JSON.parse(answer).error).not.toBe('internal_error')
        if (body !== BODY) expect(status).not.toBe(200)
        expect(handled).toHaveLength(status === 200 ? 1 : 0)
      }),
      { seed, numRuns: 500 },
    )
  })
})
