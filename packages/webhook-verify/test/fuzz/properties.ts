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

/** What becomes of a webhook, the same on both builds. Any error of another class fails. */
async function judge(...webhook: Parameters<Verifier['verify']>) {
  const found = outcome(() => onNode.verify(...webhook))
  expect(await outcomeAsync(onWeb.verifyAsync(...webhook))).toBe(found)
  return found
}

/** Anything for a body and for headers: it is refused by an error of ours, and nothing unsigned is accepted. */
const anything = fc.asyncProperty(body, carrier, async (anyBody, anyHeaders) => {
  const [given, headers] = [anyBody, anyHeaders] as Parameters<Verifier['verify']> // the point is to break the types
  const found = await judge(given, headers)
  // The one text among the pieces that is signed is BODY's, so nothing else can be right.
  if (anyBody !== BODY) expect(found).not.toBe('ok')
})

/** What was signed is accepted, whichever build signed it. */
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

/** Expects that the webhook with one of them flipped is refused. */
export async function expectFlippedRefused(bit: number): Promise<void> {
  const bytes = Buffer.from(signed)
  bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
  const t = bytes.subarray(0, 10).toString('latin1')
  const header = `t=${t},v1=${bytes.subarray(10, 42).toString('hex')}`
  expect(await judge(bytes.subarray(42), header)).not.toBe('ok')
}

/** The same for bits drawn at random. */
const flipped = fc.asyncProperty(fc.nat(SIGNED_BITS - 1), expectFlippedRefused)

/** Any secrets and options are taken or refused, and nothing else is thrown. */
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

/** A body that is read while it is verified, and gives or ends in anything; called with any options. */
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

/** Runs a property; a failure tells seed and path. */
const run = (property: fc.IRawProperty<unknown, true>, numRuns: number, seed: number) =>
  fc.assert(property as fc.IAsyncProperty<unknown>, { seed, numRuns })

/** The property that is about so few bits that a test can flip each of them. */
export const FLIPPED = 'one bit flipped anywhere is never accepted'

/** What holds whatever comes in, and the share of all runs each takes. */
export const PROPERTIES: { readonly [name: string]: (runs: number, seed: number) => Promise<void> } = {
  'only a WebhookVerificationError is thrown, and nothing unsigned is accepted': (runs, seed) =>
    run(anything, runs, seed),
  'every honest webhook is accepted': (runs, seed) => run(honest, runs, seed),
  [FLIPPED]: (runs, seed) => run(flipped, runs, seed),
  'any secrets and options are taken or refused, and nothing else is thrown': (runs, seed) =>
    run(setUp, runs, seed),
  'whatever an unread body gives or ends in, and whatever a call is given, nothing else is thrown': (
    runs,
    seed,
  ) => run(unread, runs, seed),
}
