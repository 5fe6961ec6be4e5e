import fc from 'fast-check'
import { expect } from 'vitest'
import type { Verifier, VerifierOptions } from '../../src/index.node.js'
import * as node from '../../src/index.node.js'
import * as web from '../../src/index.web.js'
import { verifySignature } from '../../src/signature.node.js'
import { verifySignatureAsync } from '../../src/signature.web.js'
import {
  BODY,
  headerOf,
  hexMac,
  NOW,
  OTHER_SECRET,
  outcome,
  outcomeAsync,
  SECRET,
  T,
} from '../support/webhooks.js'

const options = { secrets: [SECRET, OTHER_SECRET], clock: () => NOW }
const onNode = node.createVerifier(options)
const onWeb = web.createVerifier(options)

// Texts of pieces of a header, so that they reach every branch of the parser.
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

/** The outcome of a webhook, which must be the same in both builds. Errors of other classes fail the test. */
async function judge(...webhook: Parameters<Verifier['verify']>) {
  const found = outcome(() => onNode.verify(...webhook))
  expect(await outcomeAsync(onWeb.verifyAsync(...webhook))).toBe(found)
  return found
}

/** For any body and headers: only a WebhookVerificationError is thrown, and nothing unsigned is accepted. */
const anything = fc.asyncProperty(body, carrier, async (anyBody, anyHeaders) => {
  const [given, headers] = [anyBody, anyHeaders] as Parameters<Verifier['verify']> // the point is to break the types
  const found = await judge(given, headers)
  // Among the pieces is only the MAC of BODY, so no other body can be valid.
  if (anyBody !== BODY) expect(found).not.toBe('ok')
})

/** A signed webhook is accepted, whichever build signed it. */
const honest = fc.asyncProperty(
  fc.uint8Array(),
  fc.integer({ min: -300, max: 300 }),
  fc.constantFrom(node.signWebhookAsync, web.signWebhookAsync),
  async (bytes, age, sign) => {
    const headers = await sign({ body: bytes, secrets: OTHER_SECRET, timestamp: T + age })
    const request = { ...options, body: bytes, headers }
    expect(verifySignature(request).rawBody).toEqual(bytes)
    expect((await verifySignatureAsync(request)).rawBody).toEqual(bytes)
  },
)

const signed = Buffer.concat([Buffer.from(`${T}`), Buffer.from(hexMac(T, BODY), 'hex'), Buffer.from(BODY)])

/** How many bits timestamp, signature and body have. */
export const SIGNED_BITS = signed.length * 8

/** Expects that the webhook with one bit flipped is refused. */
export async function expectFlippedRefused(bit: number): Promise<void> {
  const bytes = Buffer.from(signed)
  bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
  const t = bytes.subarray(0, 10).toString('latin1')
  const header = `t=${t},v1=${bytes.subarray(10, 42).toString('hex')}`
  expect(await judge(bytes.subarray(42), header)).not.toBe('ok')
}

/** Expects it for random bits. */
const flipped = fc.asyncProperty(fc.nat(SIGNED_BITS - 1), expectFlippedRefused)

/** For any secrets and options: only a WebhookVerificationError is thrown. */
const setUp = fc.asyncProperty(fc.anything(), fc.anything(), fc.anything(), async (...values) => {
  const [secrets, toleranceSeconds, clock] = values
  const given = { secrets, toleranceSeconds, clock } as VerifierOptions // as above
  const call = { ...given, body: BODY, headers: headerOf(T) }
  const found = outcome(() => node.createVerifier(given).verify(BODY, headerOf(T)))
  expect(found).not.toBe('ok')
  const onWeb = async () => web.createVerifier(given).verifyAsync(BODY, headerOf(T))
  expect(await outcomeAsync(onWeb())).toBe(found)
  expect(outcome(() => verifySignature(call))).toBe(found)
  expect(await outcomeAsync(verifySignatureAsync(call))).toBe(found)
})

const ended = (act: (value: unknown) => unknown) => fc.anything().map((value) => () => act(value))

/** For an unread body that yields or rejects with any value, and for any options of the call. */
const unread = fc.asyncProperty(
  fc.oneof(
    ended((value) => Promise.resolve(value)),
    ended((value) => Promise.reject(value)),
    ended((value) => {
      throw value
    }),
  ),
  fc.anything(),
  async (arrayBuffer, receivedAt) => {
    const [given, call] = [{ arrayBuffer }, { receivedAt }] as Parameters<Verifier['verifyAsync']>[0 | 2][] // as above
    const found: unknown[] = []
    for (const verifier of [onNode, onWeb])
      found.push(await outcomeAsync(verifier.verifyAsync(given as never, headerOf(T), call as never)))
    expect(found[0]).not.toBe('ok')
    expect(found[1]).toBe(found[0])
  },
)

/** Runs a property. A failure shows seed and path. */
const run = (property: fc.IRawProperty<unknown, true>, numRuns: number, seed: number) =>
  fc.assert(property as fc.IAsyncProperty<unknown>, { seed, numRuns })

/** The property with few enough bits that a test flips each of them. */
export const FLIPPED = 'one bit flipped anywhere is never accepted'

/** The properties, by name. */
export const PROPERTIES: { readonly [name: string]: (runs: number, seed: number) => Promise<void> } = {
  'only a WebhookVerificationError is thrown, and nothing unsigned is accepted': (runs, seed) =>
    run(anything, runs, seed),
  'every honest webhook is accepted': (runs, seed) => run(honest, runs, seed),
  [FLIPPED]: (runs, seed) => run(flipped, runs, seed),
  'any secrets and options are taken or refused, and nothing else is thrown': (runs, seed) =>
    run(setUp, runs, seed),
  'for any unread body and any options of a call, nothing else is thrown': (runs, seed) =>
    run(unread, runs, seed),
}
