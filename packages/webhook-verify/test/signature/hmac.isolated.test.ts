import { createHmac, createSecretKey } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'

// Counts the calls of node:crypto, and still runs them.
vi.mock('node:crypto', async (original) => {
  const actual = await original<typeof import('node:crypto')>()
  return {
    ...actual,
    createHmac: vi.fn(actual.createHmac),
    createSecretKey: vi.fn(actual.createSecretKey),
    timingSafeEqual: vi.fn(actual.timingSafeEqual),
  }
})

const { createVerifier } = await import('../../src/index.node.js')
const { createVerifier: createWebVerifier } = await import('../../src/index.web.js')
const { timingSafeEqual } = await import('node:crypto')
const { BODY, headerOf, hexMac, NOW, OTHER_SECRET, outcome, outcomeAsync, SECRET, T } = await import(
  '../support/webhooks.js'
)

const secrets = [SECRET, OTHER_SECRET, 'whsec_third', 'whsec_fourth']
const verifier = createVerifier({ secrets, clock: () => NOW })

function work(header: string): { result: string; hmacs: number; comparisons: number } {
  vi.clearAllMocks()
  const result = outcome(() => verifier.verify(BODY, header))
  const hmacs = vi.mocked(createHmac).mock.calls.length
  return { result, hmacs, comparisons: vi.mocked(timingSafeEqual).mock.calls.length }
}

describe('the work of a check', () => {
  afterEach(() => vi.clearAllMocks())

  test('is no HMAC at all for a header that is refused', () => {
    expect(work(`${headerOf(T)},x=`.padEnd(4097, 'x'))).toEqual({
      result: 'header_too_large',
      hmacs: 0,
      comparisons: 0,
    })
    expect(work(`${headerOf(T)},`)).toEqual({ result: 'malformed_header', hmacs: 0, comparisons: 0 })
  })

  test.each(secrets)('is as many HMACs and comparisons whichever secret matches, case %#', (secret) => {
    expect(work(headerOf(T, BODY, secret))).toEqual({ result: 'ok', hmacs: 4, comparisons: 4 })
  })

  test('is as much for a forgery, and grows only with the number of v1', () => {
    expect(work(headerOf(T, BODY, 'forger'))).toEqual({
      result: 'signature_mismatch',
      hmacs: 4,
      comparisons: 4,
    })
    const header = `${headerOf(T)},v1=${hexMac(T, BODY, 'forger')}`
    expect(work(header)).toEqual({ result: 'ok', hmacs: 4, comparisons: 8 })
  })

  describe('on the web build', () => {
    const web = createWebVerifier({ secrets, clock: () => NOW })
    const pairs = async (header: string) => {
      const verify = vi.spyOn(crypto.subtle, 'verify')
      const result = await outcomeAsync(web.verifyAsync(BODY, header))
      const { length } = verify.mock.calls
      verify.mockRestore()
      return { result, pairs: length }
    }

    test('is none at all for a header that is refused', async () => {
      expect(await pairs(`${headerOf(T)},`)).toEqual({ result: 'malformed_header', pairs: 0 })
    })

    test.each([...secrets, 'forger'])(
      'is as many pairs whichever secret matches, case %#',
      async (secret) => {
        const result = secret === 'forger' ? 'signature_mismatch' : 'ok'
        expect(await pairs(headerOf(T, BODY, secret))).toEqual({ result, pairs: 4 })
        const header = `${headerOf(T, BODY, secret)},v1=${hexMac(T, BODY, 'another')}`
        expect(await pairs(header)).toEqual({ result, pairs: 8 })
      },
    )
  })

  test('is one import for each text that a resolver gives again and again', () => {
    const resolved = createVerifier({ secrets: () => [SECRET, OTHER_SECRET], clock: () => NOW })
    vi.clearAllMocks()
    for (let call = 0; call < 3; call++) expect(outcome(() => resolved.verify(BODY, headerOf(T)))).toBe('ok')
    expect(vi.mocked(createSecretKey)).toHaveBeenCalledTimes(2)
  })
})
