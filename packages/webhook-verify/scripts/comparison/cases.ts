import type { Delivery, Verifier } from './verifiers.js'

/** Unix seconds of the receivers' clocks. */
export const NOW = 1_767_225_600

const SECRET = `whsec_${Buffer.from('a secret of the comparison, 32 b').toString('base64')}`
const OTHER_SECRET = `whsec_${Buffer.from('one that the receiver never saw!').toString('base64')}`
const BOM = Buffer.from('\ufeff')
const BODY = Buffer.from(
  '{"event":"payment.confirmed","timestamp":"2026-01-01T00:00:00.000Z","data":{"order_id":"019b0e5c-7e5a-7c3e-9f5a",' +
    '"metadata":{"name":"Zoë","note":"10 \u20ac \ufffd"}}}',
)
/** The same with a byte that is no UTF-8: JSON, yet no clean text. */
const UNCLEAN = replaceAt(BODY, BODY.indexOf('\ufffd'), 3, Buffer.from([0x80]))

/** One delivery that every verifier is asked about. */
export interface Case {
  name: string
  /** Whether a verifier has to accept it. */
  isHonest: boolean
  delivery: Delivery
  /** Asks only those the case makes sense for. */
  applies?: (verifier: Verifier) => boolean
  /** The fault is the receiver's own, so that any error is as good as a refusal. */
  isMisuse?: boolean
}

const isTimed = (verifier: Verifier) => verifier.hasTimestamp
const honest: Delivery = { body: BODY, signed: BODY, signedWith: [SECRET], secret: SECRET, signedAt: NOW }
const exact = (body: Uint8Array): Delivery => ({ ...honest, body, signed: body })
const altered = (body: Uint8Array, signed: Uint8Array = BODY): Delivery => ({ ...honest, body, signed })

const accepted = (name: string, delivery: Delivery, applies?: Case['applies']): Case => ({
  name,
  isHonest: true,
  delivery,
  ...(applies && { applies }),
})
const refused = (...args: Parameters<typeof accepted>): Case => ({ ...accepted(...args), isHonest: false })
const misused = (name: string, delivery: Delivery): Case => ({ ...refused(name, delivery), isMisuse: true })

export const CASES: readonly Case[] = [
  accepted('as it was sent', honest),
  accepted('as it was sent, the body as a plain Uint8Array', {
    ...honest,
    bodyAs: (body) => new Uint8Array(body),
  }),
  accepted('as it was sent, the headers in a `Headers`', {
    ...honest,
    headersAs: (headers) => new Headers(headers),
  }),
  accepted('a byte order mark, signed so', exact(Buffer.concat([BOM, BODY]))),
  accepted('a byte that is no UTF-8, signed so', exact(UNCLEAN)),
  accepted('two signatures, the right one first', { ...honest, signedWith: [SECRET, OTHER_SECRET] }, isTimed),
  accepted('two signatures, the right one last', { ...honest, signedWith: [OTHER_SECRET, SECRET] }, isTimed),
  accepted('300 s old', { ...honest, signedAt: NOW - 300 }),
  accepted('300 s ahead', { ...honest, signedAt: NOW + 300 }),
  refused('301 s old', { ...honest, signedAt: NOW - 301 }),
  refused('301 s ahead', { ...honest, signedAt: NOW + 301 }),
  refused('a year ahead', { ...honest, signedAt: NOW + 31_536_000 }),
  refused('signed with another secret', { ...honest, signedWith: [OTHER_SECRET] }),
  refused('no signature', { ...honest, signedWith: [] }, isTimed),
  misused('receiver without a secret, forged with an empty key', { ...honest, signedWith: [''], secret: '' }),
  misused('receiver with nothing but a prefix, forged so', {
    ...honest,
    signedWith: ['whsec_'],
    secret: 'whsec_',
  }),
  refused('a byte order mark put before the body', altered(Buffer.concat([BOM, BODY]))),
  refused('the byte order mark lost', altered(BODY, Buffer.concat([BOM, BODY]))),
  refused('U+FFFD changed into a byte that is no UTF-8', altered(UNCLEAN)),
  refused('a byte that is no UTF-8 changed into U+FFFD', altered(BODY, UNCLEAN)),
  misused('the body parsed by the framework', {
    ...honest,
    bodyAs: (body) => JSON.parse(Buffer.from(body).toString()),
  }),
]

/** Every body that differs from the honest one by one bit, one byte lost, one byte doubled or one byte made 0xff. */
export function* alterations(): Generator<Delivery> {
  for (const [at, byte] of BODY.entries()) {
    for (let bit = 1; bit < 256; bit *= 2) yield altered(replaceAt(BODY, at, 1, Uint8Array.of(byte ^ bit)))
    yield altered(replaceAt(BODY, at, 1, Uint8Array.of()))
    yield altered(replaceAt(BODY, at, 1, Uint8Array.of(byte, byte)))
    yield altered(replaceAt(BODY, at, 1, Uint8Array.of(0xff)))
  }
}

function replaceAt(body: Buffer, at: number, length: number, by: Uint8Array): Buffer {
  return Buffer.concat([body.subarray(0, at), by, body.subarray(at + length)])
}
