import type { ErrorCode } from '@merchantpay/sdk'
import { describe, expect, it } from 'vitest'
import { OPERATIONS, type WrittenOperation } from '../src/contract.js'
import { conformance, UNPROVOKED } from '../src/suite.js'

const operations = [...OPERATIONS.values()]
const cases = conformance({
  baseUrl: 'https://pay.example',
  setMerchantStatus: async () => undefined,
  priceCurrency: 'EUR',
})
const covered = new Set<string>(cases.flatMap(({ covers }) => covers))

/** Codes that the same few lines of a server answer for every operation: one case shows each. */
const SHARED = new Set([
  'missing_authorization_header',
  'invalid_authorization_format',
  'api_key_is_inactive',
  'invalid_signature',
  'request_timestamp_too_old',
  'request_timestamp_in_the_future',
  'rate_limit_exceeded',
  'request_body_too_large',
])

/** The error codes that an operation documents, except those that no client can provoke. */
function codesOf({ refusals }: WrittenOperation): ErrorCode[] {
  return [...refusals].flatMap(([status, codes]) => {
    // An unknown key belongs to the checks of the signature; an unknown key that is to be revoked does not.
    const own = status === '401' ? codes.filter((code) => code !== 'api_key_not_found') : codes
    return own.filter((code) => !(code in UNPROVOKED))
  })
}

const isShown = (operationId: string, code: string) =>
  covered.has(`${operationId} ${code}`) ||
  (SHARED.has(code) && [...covered].some((entry) => entry.endsWith(code)))

describe('every operation of the contract', () => {
  it.each(operations)('$operationId has a conformance case', ({ operationId }) => {
    expect(covered).toContain(operationId)
  })

  it.each(operations)('$operationId shows each refusal that a client can provoke', (written) => {
    expect(codesOf(written).filter((code) => !isShown(written.operationId, code))).toEqual([])
  })
})

describe('the cases', () => {
  it('cover nothing that the contract does not know', () => {
    const known = new Set<string>([
      ...operations.flatMap((written) => [written.operationId, ...codesOf(written)]),
      ...operations.flatMap((written) => codesOf(written).map((code) => `${written.operationId} ${code}`)),
      'not_found',
      'method_not_allowed',
      'api_key_not_found',
    ])
    expect([...covered].filter((entry) => !known.has(entry))).toEqual([])
  })

  it('leave out only error codes that no client can provoke, each with its reason', () => {
    const codes = Object.keys(UNPROVOKED) as ErrorCode[] // the type of its keys
    expect(codes.filter((code) => [...covered].some((entry) => entry.endsWith(code)))).toEqual([])
    expect(Object.values(UNPROVOKED).every((reason) => reason.length > 0)).toBe(true)
  })
})
