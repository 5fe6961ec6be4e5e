import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSigner, formatAuthorization, parseAuthorization, stringToSign } from '../src/signing.js'

interface Row {
  name: string
  secret: string
  key_id: string
  timestamp: string
  method: string
  target: string
  body: string
  body_sha256: string
  string_to_sign: string
  signature: string
  authorization: string
}

const path = new URL('../../../openapi/vectors/request-signature.json', import.meta.url)
const rows: Row[] = JSON.parse(readFileSync(path, 'utf8'))

afterEach(() => vi.restoreAllMocks())

function withoutNodeCrypto(): void {
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never) // its type lists modules only
}

describe.each(rows)('vector $name', (row) => {
  const body = new Uint8Array(Buffer.from(row.body, 'base64'))
  const { method, target, timestamp } = row
  const authorization = { keyId: row.key_id, timestamp, signature: row.signature }

  it('has the string to sign that openssl signed', () => {
    expect(createHash('sha256').update(body).digest('hex')).toBe(row.body_sha256)
    expect(stringToSign({ timestamp, method, target, bodyHash: row.body_sha256 })).toBe(row.string_to_sign)
  })

  it('is signed alike by node:crypto and by WebCrypto', async () => {
    const request = { method, target, body, timestamp }
    const options = { keyId: row.key_id, secret: row.secret }
    expect(createSigner(options).sign(request)).toBe(row.signature)
    withoutNodeCrypto()
    await expect(createSigner(options).sign(request)).resolves.toBe(row.signature)
  })

  it('formats and parses its header', () => {
    expect(formatAuthorization(authorization)).toBe(row.authorization)
    expect(parseAuthorization(row.authorization)).toEqual(authorization)
  })
})

describe('an authorization header', () => {
  const good = `Bearer mk_test_${'a'.repeat(24)}:1760000000:${'0'.repeat(64)}`

  it.each([
    ['another scheme spelling', good.replace('Bearer', 'bearer')],
    ['two spaces', good.replace(' ', '  ')],
    ['a tab', good.replace(' ', '\t')],
    ['a trailing line feed', `${good}\n`],
    ['a leading space', ` ${good}`],
    ['a short timestamp', good.replace('1760000000', '176000000')],
    ['a long timestamp', good.replace('1760000000', '17600000000')],
    ['upper-case hex', good.replace(/0{64}$/, 'A'.repeat(64))],
    ['a short key id', good.replace('mk_test_a', 'mk_test_')],
    ['an unknown environment', good.replace('mk_test_', 'mk_prod_')],
    ['non-ASCII digits', good.replace('1760000000', '١٧٦٠٠٠٠٠٠٠')],
    ['a fourth part', `${good}:x`],
    ['nothing', ''],
  ])('an authorization header with %s is malformed', (_, header) => {
    expect(parseAuthorization(header)).toBeUndefined()
  })

  it('reads back every formatted header', () => {
    expect(parseAuthorization(good)).toBeDefined()
    const base62 = fc.stringMatching(/^[0-9A-Za-z]{24}$/)
    fc.assert(
      fc.property(
        fc.constantFrom('live', 'test'),
        base62,
        fc.stringMatching(/^[0-9]{10}$/),
        (env, id, at) => {
          const parts = { keyId: `mk_${env}_${id}`, timestamp: at, signature: 'f'.repeat(64) }
          expect(parseAuthorization(formatAuthorization(parts))).toEqual(parts)
        },
      ),
    )
  })
})

describe('a signer', () => {
  it('signs any body and target alike by both implementations and by plain HMAC', async () => {
    const keyId = `mk_live_${'Z'.repeat(24)}`
    const secret = 'sk_live_ünïcode'
    const node = createSigner({ keyId, secret })
    withoutNodeCrypto()
    const web = createSigner({ keyId, secret })
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.webPath(), async (body, target) => {
        const request = { method: 'POST', target, body, timestamp: '1760000000' }
        const hash = createHash('sha256').update(body).digest('hex')
        const text = `v1\n1760000000\nPOST\n${target}\n${hash}`
        const expected = createHmac('sha256', secret).update(text).digest('hex')
        expect(node.sign(request)).toBe(expected)
        expect(await web.sign(request)).toBe(expected)
      }),
      { numRuns: 50 },
    )
  })

  it('signs the method in upper case', () => {
    expect(stringToSign({ timestamp: '1', method: 'post', target: '/', bodyHash: '' })).toContain('\nPOST\n')
  })
})
