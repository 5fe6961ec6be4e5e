import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiKey } from '../../../src/domain/merchants/api-key.js'
import { keyContext } from '../../../src/domain/merchants/api-keys.js'
import { authenticate, type SignedRequest } from '../../../src/domain/merchants/authentication.js'
import { KEY_SCOPES } from '../../../src/domain/shared/key-scope.js'
import { contextAt, handClock, START } from '../../support/domain/context.js'
import { readVectors } from '../../support/domain/vectors.js'

interface Row {
  name: string
  key_id: string
  secret: string
  timestamp: string
  method: string
  target: string
  body: string
  authorization: string
}

const rows = readVectors<Row>('request-signature.json')
const [first] = rows.filter((row) => row.name === 'POST with a JSON body')

const requestOf = (row: Row): SignedRequest => ({
  authorization: [row.authorization],
  method: row.method,
  target: row.target,
  body: Buffer.from(row.body, 'base64'),
})

/** A server that knows the key of a row, `secondsLater` after it signed. */
function serverFor(row: Row, options: { secondsLater?: number; revokedAt?: number; secret?: string } = {}) {
  const { secondsLater = 0, revokedAt = null, secret = row.secret } = options
  const context = contextAt(handClock((parseInt(row.timestamp, 10) + secondsLater) * 1_000))
  const environment = 'test'
  const key: ApiKey = {
    keyId: row.key_id,
    merchantId: 'shop',
    environment,
    name: 'first key',
    scopes: KEY_SCOPES,
    issuedBy: null,
    sealedSecret: context.vault.encrypt(
      secret,
      keyContext({ keyId: row.key_id, environment, merchantId: 'shop', scopes: KEY_SCOPES }),
    ),
    createdAt: START,
    revokedAt,
    lastUsedAt: null,
  }
  const findKey = async (keyId: string) => (keyId === row.key_id ? key : undefined)
  return { key, check: (request: SignedRequest) => authenticate(context, request, findKey) }
}

function vector(): Row {
  if (!first) throw new Error('the vectors have no POST with a JSON body')
  return first
}

const refusal = (code: string) => expect.objectContaining({ name: 'DomainError', code })

describe('the shared request vectors', () => {
  it('are 26', () => {
    expect(rows).toHaveLength(26)
  })

  for (const row of rows) {
    it(`are authenticated: ${row.name}`, async () => {
      const { key, check } = serverFor(row)
      await expect(check(requestOf(row))).resolves.toBe(key)
    })

    it(`are refused under another secret: ${row.name}`, async () => {
      const { check } = serverFor(row, { secret: `${row.secret}x` })
      await expect(check(requestOf(row))).rejects.toEqual(refusal('invalid_signature'))
    })
  }
})

describe('a signed request', () => {
  const ages: [seconds: number, refused: string | undefined][] = [
    [0, undefined],
    [300, undefined],
    [301, 'request_timestamp_too_old'],
    [86_400, 'request_timestamp_too_old'],
    [-300, undefined],
    [-301, 'request_timestamp_in_the_future'],
    [-86_400, 'request_timestamp_in_the_future'],
  ]
  for (const [secondsLater, refused] of ages) {
    it(`a signed request that arrives ${secondsLater} s after its timestamp is ${refused ?? 'accepted'}`, async () => {
      const { key, check } = serverFor(vector(), { secondsLater })
      const outcome = check(requestOf(vector()))
      if (refused) await expect(outcome).rejects.toEqual(refusal(refused))
      else await expect(outcome).resolves.toBe(key)
    })
  }

  it('is judged by real time, wherever business time stands', async () => {
    const row = vector()
    const { key } = serverFor(row)
    const clock = handClock(parseInt(row.timestamp, 10) * 1_000)
    clock.businessAt += 31_536_000_000
    await expect(authenticate(contextAt(clock), requestOf(row), async () => key)).resolves.toBe(key)
  })

  it('is as old as whole seconds say', async () => {
    const row = vector()
    const { key } = serverFor(row)
    const clock = handClock((parseInt(row.timestamp, 10) + 300) * 1_000 + 999)
    await expect(authenticate(contextAt(clock), requestOf(row), async () => key)).resolves.toBe(key)
  })

  it('is refused without a header', async () => {
    const { check } = serverFor(vector())
    await expect(check({ ...requestOf(vector()), authorization: [] })).rejects.toEqual(
      refusal('missing_authorization_header'),
    )
  })

  it('is refused with its header twice', async () => {
    const { check } = serverFor(vector())
    const { authorization } = vector()
    await expect(
      check({ ...requestOf(vector()), authorization: [authorization, authorization] }),
    ).rejects.toEqual(refusal('invalid_authorization_format'))
  })

  const { authorization } = vector()
  const malformed: Record<string, string> = {
    nothing: '',
    'no scheme': authorization.replace('Bearer ', ''),
    'another scheme': authorization.replace('Bearer', 'Basic'),
    'a scheme in lower case': authorization.replace('Bearer', 'bearer'),
    'two spaces': authorization.replace(' ', '  '),
    'a space after': `${authorization} `,
    'a line feed after': `${authorization}\n`,
    'nine digits of timestamp': authorization.replace(/:[0-9]/, ':'),
    'eleven digits of timestamp': authorization.replace(/:([0-9])/, ':0$1'),
    'a signature in upper case': authorization.replace(/[0-9a-f]{64}$/, (hex) => hex.toUpperCase()),
    'a signature of 63 digits': authorization.slice(0, -1),
    'a signature of 65 digits': `${authorization}0`,
    'two parts': authorization.replace(/:[0-9a-f]+$/, ''),
    'four parts': `${authorization}:x`,
    'a key of another environment': authorization.replace('mk_test_', 'mk_demo_'),
    'a list of two': `${authorization}, ${authorization}`,
  }
  for (const [what, header] of Object.entries(malformed)) {
    it(`is refused as malformed with ${what}`, async () => {
      const { check } = serverFor(vector())
      await expect(check({ ...requestOf(vector()), authorization: [header] })).rejects.toEqual(
        refusal('invalid_authorization_format'),
      )
    })
  }

  it('is refused when one bit of it was altered', async () => {
    const row = vector()
    const { check } = serverFor(row)
    const signed = requestOf(row)
    const [, timestamp = '', signature = ''] = row.authorization.split(':')
    const rebuilt = (part: { timestamp?: string; signature?: string }) => ({
      ...signed,
      authorization: [`Bearer ${row.key_id}:${part.timestamp ?? timestamp}:${part.signature ?? signature}`],
    })
    const alterations: Record<string, { bytes: Buffer; request: (altered: Buffer) => SignedRequest }> = {
      body: { bytes: Buffer.from(signed.body), request: (body) => ({ ...signed, body }) },
      target: {
        bytes: Buffer.from(signed.target),
        request: (altered) => ({ ...signed, target: altered.toString('latin1') }),
      },
      method: {
        bytes: Buffer.from(signed.method),
        request: (altered) => ({ ...signed, method: altered.toString('latin1') }),
      },
      timestamp: {
        bytes: Buffer.from(timestamp),
        request: (altered) => rebuilt({ timestamp: altered.toString('latin1') }),
      },
      signature: {
        bytes: Buffer.from(signature),
        request: (altered) => rebuilt({ signature: altered.toString('latin1') }),
      },
    }
    /** The method is signed in upper case, so the bit that makes a letter small is not one of its own. */
    const CASE_BIT = 5
    const anyFlip = fc
      .tuple(fc.constantFrom(...Object.keys(alterations)), fc.nat(), fc.nat({ max: 7 }))
      .filter(([part, , bit]) => part !== 'method' || bit !== CASE_BIT)
    await fc.assert(
      fc.asyncProperty(anyFlip, async ([part, position, bit]) => {
        const alteration = alterations[part]
        if (!alteration) throw new Error(`no part ${part}`)
        const altered = Buffer.from(alteration.bytes)
        const at = position % altered.byteLength
        altered.writeUInt8(altered.readUInt8(at) ^ (1 << bit), at)
        await expect(check(alteration.request(altered))).rejects.toEqual(
          expect.objectContaining({ name: 'DomainError' }),
        )
      }),
      { seed: 13, numRuns: 500 },
    )
  })

  it('a signed request with another target of the same meaning is another request', async () => {
    const row = { ...vector(), target: vector().target.replace('/v1', '/v1/.') }
    const { check } = serverFor(row)
    await expect(check(requestOf(row))).rejects.toEqual(refusal('invalid_signature'))
  })
})

describe('the order of the checks', () => {
  const late = { secondsLater: 1_000 }
  const otherKey = vector().authorization.replace(/mk_test_[0-9A-Za-z]{24}/, `mk_test_${'0'.repeat(24)}`)
  const badSignature = vector().authorization.replace(/[0-9a-f]{64}$/, '0'.repeat(64))

  it('names the format before an unknown key', async () => {
    const { check } = serverFor(vector(), late)
    await expect(check({ ...requestOf(vector()), authorization: [`${otherKey}x`] })).rejects.toEqual(
      refusal('invalid_authorization_format'),
    )
  })

  it('names an unknown key before its signature and its timestamp', async () => {
    const { check } = serverFor(vector(), late)
    await expect(check({ ...requestOf(vector()), authorization: [otherKey] })).rejects.toEqual(
      refusal('api_key_not_found'),
    )
  })

  it('names a revoked key before its signature and its timestamp', async () => {
    const { check } = serverFor(vector(), { ...late, revokedAt: START })
    await expect(check({ ...requestOf(vector()), authorization: [badSignature] })).rejects.toEqual(
      refusal('api_key_is_inactive'),
    )
  })

  it('names a wrong signature before its timestamp', async () => {
    const { check } = serverFor(vector(), late)
    await expect(check({ ...requestOf(vector()), authorization: [badSignature] })).rejects.toEqual(
      refusal('invalid_signature'),
    )
  })

  it('refuses a revoked key whose signature and timestamp are right', async () => {
    const { check } = serverFor(vector(), { revokedAt: START })
    await expect(check(requestOf(vector()))).rejects.toEqual(refusal('api_key_is_inactive'))
  })
})
