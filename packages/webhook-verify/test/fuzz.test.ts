import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createVerifier, signWebhook, type Verifier } from '../src/index.node.js'
import { BODY, headerOf, hexMac, NOW, OTHER_SECRET, outcome, SECRET, T } from './support.js'

const seed = 20_260_101
const verifier = createVerifier({ secrets: [SECRET, OTHER_SECRET], clock: () => NOW })
const bytes = Buffer.from(BODY)
const mac = Buffer.from(hexMac(T, BODY), 'hex')

// Texts made of the pieces of a header, so that the scanner is led into every corner.
const pieces = [
  't=',
  'v1=',
  'v0=',
  ',',
  ' ',
  '\t',
  '=',
  `${T}`,
  '0',
  hexMac(T, BODY),
  'ab',
  'A',
  '\n',
  'é',
  `t=${T}`,
]
const headerText = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 12 })
  .map((all) => all.join(''))
const carrier = fc.oneof(
  headerText,
  fc.record({ 'x-merchant-signature': fc.oneof(headerText, fc.array(headerText), fc.anything()) }),
  fc.array(fc.tuple(fc.constantFrom('X-Merchant-Signature', 'x-webhook-event', 'x'), fc.anything())),
  fc.anything(),
)
const body = fc.oneof(fc.constant(BODY), fc.string({ unit: 'binary' }), fc.uint8Array(), fc.anything())

describe('whatever comes in', () => {
  test('only a WebhookVerificationError is thrown, and nothing unsigned is accepted', () => {
    const property = fc.property(body, carrier, (anyBody, anyHeaders) => {
      const [given, headers] = [anyBody, anyHeaders] as Parameters<Verifier['verify']> // the point is to break the types
      const result = outcome(() => verifier.verifySignature(given, headers))
      // The one text among the pieces that is signed is BODY's, so nothing else can be right.
      if (anyBody !== BODY) expect(result).not.toBe('ok')
      expect(verifier.safeVerify(given, headers).ok && result !== 'ok').toBe(false)
    })
    fc.assert(property, { seed, numRuns: 10_000 })
  })

  test('every honest webhook is accepted', () => {
    const property = fc.property(fc.uint8Array(), fc.integer({ min: -300, max: 300 }), (honest, age) => {
      const headers = signWebhook({ body: honest, secrets: OTHER_SECRET, timestamp: T + age })
      expect(verifier.verifySignature(honest, headers).rawBody).toEqual(honest)
    })
    fc.assert(property, { seed, numRuns: 2000 })
  })

  test('30 one bit flipped anywhere is never accepted', () => {
    const signed = Buffer.concat([Buffer.from(`${T}`), mac, bytes])
    const property = fc.property(fc.nat(signed.length * 8 - 1), (bit) => {
      const flipped = Buffer.from(signed)
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      const t = flipped.subarray(0, 10).toString('latin1')
      const header = `t=${t},v1=${flipped.subarray(10, 42).toString('hex')}`
      expect(outcome(() => verifier.verifySignature(flipped.subarray(42), header))).not.toBe('ok')
    })
    fc.assert(property, { seed, numRuns: 10_000 })
  })

  test('any secrets and options are taken or refused, and nothing else is thrown', () => {
    const property = fc.property(
      fc.anything(),
      fc.anything(),
      fc.anything(),
      (secrets, toleranceSeconds, clock) => {
        const options = { secrets, toleranceSeconds, clock } as Parameters<typeof createVerifier>[0] // as above
        const result = outcome(() => createVerifier(options).verify(BODY, headerOf(T)))
        expect(result).not.toBe('ok')
      },
    )
    fc.assert(property, { seed, numRuns: 2000 })
  })
})
