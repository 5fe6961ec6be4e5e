import { createHmac, createSecretKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createVerifier, type Secrets, signWebhook, type VerifierOptions } from '../../src/index.node.js'
import { createVerifier as createWebVerifier } from '../../src/index.web.js'
import {
  BODY,
  BUILDS,
  errorOf,
  headerOf,
  judge,
  NOW,
  OTHER_SECRET,
  outcome,
  outcomeAsync,
  SECRET,
  T,
} from '../support/webhooks.js'

const clock = () => NOW
const bytes = new TextEncoder().encode(SECRET)

const REFUSED: [string, unknown][] = [
  ['undefined', undefined],
  ['null', null],
  ['a number', 5],
  ['an object', {}],
  ['a promise', Promise.resolve(SECRET)],
  ['an empty text', ''],
  ['a space before', ` ${SECRET}`],
  ['a newline behind', `${SECRET}\n`],
  ['nothing but white space', ' \t'],
  ['the text undefined', 'undefined'],
  ['the text null', 'null'],
  ['the text NaN', 'NaN'],
  ['the text of an object', '[object Object]'],
  ['a prefix alone', 'whsec_'],
  ['an API key id', 'mk_live_0123456789abcdefABCDEFGH'],
  ['an API secret', 'sk_test_0123456789abcdefABCDEFGH'],
  ['double quotation marks around it', `"${SECRET}"`],
  ['single quotation marks around it', `'${SECRET}'`],
  ['text without whsec_', SECRET.slice('whsec_'.length)],
  ['half a surrogate pair', `whsec_\ud800`],
  ['no bytes', new Uint8Array()],
  ['an empty key', emptyKey()],
  ['a public key', generateKeyPairSync('ed25519').publicKey],
  ['an empty list', []],
  ['nine secrets', Array.from({ length: 9 }, () => SECRET)],
  ['a list with a gap', Array.from({ length: 2 })],
  ['a list in a list', [[SECRET]]],
  ['a named secret without secret', { id: 'a', secret: undefined }],
  ['a named secret without id', { secret: SECRET }],
  ['a named secret with an empty id', { id: '', secret: SECRET }],
  ['a named secret that ends at NaN', { id: 'a', secret: SECRET, expiresAt: Number.NaN }],
  ['a named secret that ends at a date text', { id: 'a', secret: SECRET, expiresAt: '2026-01-01' }],
  ['a good secret and a bad one', [SECRET, '']],
  ['a list that throws', new Proxy([SECRET], { get: raise })],
  [
    'an object with the members of a CryptoKey',
    { algorithm: { name: 'HMAC', hash: { name: 'SHA-256' } }, usages: ['sign', 'verify'] },
  ],
  ['an object with the members of a KeyObject', { type: 'secret', export: () => 'abc' }],
  ['an object that throws', new Proxy({}, { has: raise })],
]

// WebCrypto is slower, so that build verifies fewer deliveries, spread over the same hours.
const ROTATED = [
  ['node', (from: VerifierOptions) => createVerifier(from).verify, 10_000, { old: 6_819, new: 3_181 }],
  ['web', (from: VerifierOptions) => createWebVerifier(from).verifyAsync, 1_000, { old: 682, new: 318 }],
] as const

describe('secrets', () => {
  test('secrets that a resolver answers again are imported once, until it has answered a thousand others', async () => {
    const asked: string[] = []
    const importKey = vi.spyOn(crypto.subtle, 'importKey')
    onTestFinished(() => importKey.mockRestore())
    const verifier = createWebVerifier({ clock, secrets: () => asked.at(-1) ?? SECRET })
    const verify = () => verifier.verifyAsync(BODY, headerOf(T)).then(() => importKey.mock.calls.length)
    expect([await verify(), await verify()]).toEqual([1, 1])
    for (let n = 0; n < 1_000; n += 1) {
      asked.push(`whsec_${n}`)
      await verify().catch(() => undefined)
    }
    asked.push(SECRET)
    expect(await verify()).toBe(1_002)
  })

  test.each(REFUSED)('refuse %s when the verifier is made', (_, value) => {
    const secrets = value as Secrets // plain JavaScript can pass any of them
    for (const [name, build] of BUILDS)
      expect(
        outcome(() => build.createVerifier({ secrets })),
        name,
      ).toBe('invalid_secret')
  })

  test.each([...REFUSED, ['a function', () => SECRET]])('refuse %s when signing', async (_, value) => {
    const secrets = value as Secrets // plain JavaScript can pass any of them
    const options = { body: BODY, secrets, timestamp: T }
    expect(outcome(() => signWebhook(options))).toBe('invalid_secret')
    for (const [name, build] of BUILDS)
      expect(await outcomeAsync(build.signWebhookAsync(options)), name).toBe('invalid_secret')
  })

  test('say what is wrong and never show a real secret', () => {
    const told = (secrets: Secrets) => errorOf(() => createVerifier({ secrets })).message
    expect(told('undefined')).toBe('secret-1 is only "undefined"')
    expect(told(undefined)).toBe('secret-1 is undefined: set WEBHOOK_SECRET')
    expect(told([SECRET, 'sk_live_x'])).toBe('secret-2 is an API key id or API secret')
    expect(told(` ${SECRET}`)).not.toContain(SECRET)
    for (const written of [`${SECRET}\r`, `"${SECRET}"`, `'${SECRET}'`])
      expect(told(written)).toBe('secret-1 has quotes or white space at an end')
  })

  test('secrets without whsec_ are refused, also of a resolver and of a rotation, unless they are bytes', async () => {
    const cut = SECRET.slice('whsec_'.length)
    for (const [name, build] of BUILDS) {
      for (const secrets of [cut, [SECRET, { id: 'old', secret: cut }]])
        expect(
          outcome(() => build.createVerifier({ secrets })),
          name,
        ).toBe('invalid_secret')
      const resolving = build.createVerifier({ secrets: () => cut, clock })
      expect(await outcomeAsync(resolving.verifyAsync(BODY, headerOf(T))), name).toBe('invalid_secret')
      const bytes = build.createVerifier({ secrets: new TextEncoder().encode(cut), clock })
      expect(await outcomeAsync(bytes.verifyAsync(BODY, headerOf(T, BODY, cut))), name).toBe('ok')
    }
    const { message } = errorOf(() => createVerifier({ secrets: cut }))
    expect(message).toBe('secret-1 is not like whsec_...')
  })

  test('secrets of any length are taken, since the interface fixes none', () => {
    expect(
      outcome(() =>
        createVerifier({ secrets: 'whsec_k' }).verify(BODY, headerOf(T, BODY, 'whsec_k'), {
          receivedAt: NOW,
        }),
      ),
    ).toBe('ok')
    expect(outcome(() => createVerifier({ secrets: Array.from({ length: 8 }, () => SECRET) }))).toBe('ok')
  })

  test('secrets that are wrong fit no signature', () => {
    const verifier = createVerifier({ secrets: OTHER_SECRET, clock })
    expect(outcome(() => verifier.verify(BODY, headerOf(T)))).toBe('signature_mismatch')
  })

  test('may be old and new in either order, and secretId names the one that fits', () => {
    const old = { id: '2025', secret: OTHER_SECRET }
    const now = { id: '2026', secret: SECRET }
    for (const secrets of [
      [old, now],
      [now, old],
    ]) {
      const verifier = createVerifier({ secrets, clock })
      expect(verifier.verify(BODY, headerOf(T)).secretId).toBe('2026')
      expect(verifier.verify(BODY, headerOf(T, BODY, OTHER_SECRET)).secretId).toBe('2025')
    }
    expect(
      createVerifier({ secrets: [OTHER_SECRET, SECRET], clock }).verify(BODY, headerOf(T)).secretId,
    ).toBe('secret-2')
  })

  test('secrets that both fit are named by the first of the list', () => {
    const header = signWebhook({ body: BODY, secrets: [OTHER_SECRET, SECRET], timestamp: T })
    expect(createVerifier({ secrets: [SECRET, OTHER_SECRET], clock }).verify(BODY, header).secretId).toBe(
      'secret-1',
    )
  })

  test('are no longer tried from expiresAt on', async () => {
    const secrets = [
      { id: 'new', secret: OTHER_SECRET },
      { id: 'old', secret: SECRET, expiresAt: NOW + 5000 },
    ]
    const late = (receivedAt: number) => judge(headerOf(T), BODY, secrets, receivedAt)
    expect(await late(NOW + 4999)).toBe('ok')
    expect(await late(NOW + 5000)).toBe('signature_mismatch')
  })

  test('secrets that have all expired are unavailable: 503, so that the sender retries', () => {
    const verifier = createVerifier({ secrets: { id: 'old', secret: SECRET, expiresAt: NOW }, clock })
    expect(errorOf(() => verifier.verify(BODY, headerOf(T)))).toMatchObject({
      code: 'secret_unavailable',
      status: 503,
    })
  })

  test.each(ROTATED)('rotate on the %s build without a refusal', async (_, make, deliveries, wanted) => {
    const hour = 3_600_000
    const rotatedAt = NOW + 10 * hour
    const retiresAt = rotatedAt + 24 * hour
    const [start, end] = [NOW, retiresAt + 10 * hour]
    // The operators of the receiver add the new secret before the old one expires, and never remove the old one.
    const learnedAt = rotatedAt + 20 * hour
    let now = start
    const before = make({ secrets: { id: 'old', secret: OTHER_SECRET }, clock: () => now })
    const after = make({
      secrets: [
        { id: 'new', secret: SECRET },
        { id: 'old', secret: OTHER_SECRET, expiresAt: retiresAt },
      ],
      clock: () => now,
    })
    const matched = { old: 0, new: 0 }
    for (let i = 0; i < deliveries; i++) {
      now = start + Math.floor((i * (end - start)) / deliveries)
      const body = `{"event":"payment.confirmed","timestamp":"","data":{"n":${i}}}`
      const newest = now < rotatedAt ? [] : [SECRET]
      const secrets = now < retiresAt ? [...newest, OTHER_SECRET] : newest
      const headers = signWebhook({ body, secrets, timestamp: Math.floor(now / 1_000) })
      const { secretId } = await (now < learnedAt ? before : after)(body, headers)
      matched[secretId as 'old' | 'new'] += 1 // the two ids above
    }
    // 30 of the 44 hours on the old one, the rest on the new one.
    expect(matched).toEqual(wanted)
    const forged = signWebhook({ body: BODY, secrets: OTHER_SECRET, timestamp: Math.floor(now / 1_000) })
    expect(await outcomeAsync((async () => after(BODY, forged))())).toBe('signature_mismatch')
  })

  test.each<[string, Secrets]>([
    ['bytes', bytes],
    ['a Buffer', Buffer.from(SECRET)],
    ['an ArrayBuffer', bytes.buffer],
    ['a KeyObject', createSecretKey(bytes)],
    ['a named KeyObject', { id: 'k', secret: createSecretKey(bytes) }],
  ])('may be %s', (_, secrets) => {
    expect(outcome(() => createVerifier({ secrets, clock }).verify(BODY, headerOf(T)))).toBe('ok')
  })

  test('secrets of raw bytes that are no text are the key as they are', () => {
    const secret = Uint8Array.of(0xff, 0x00, 0xfe)
    const header = `t=${T},v1=${createHmac('sha256', secret).update(`${T}.${BODY}`).digest('hex')}`
    expect(outcome(() => createVerifier({ secrets: secret, clock }).verify(BODY, header))).toBe('ok')
  })

  test('are imported once: later writes to their bytes or list change nothing', () => {
    const secret = Uint8Array.from(bytes)
    const secrets: Uint8Array[] = [secret]
    const verifier = createVerifier({ secrets, clock })
    secret.fill(0)
    secrets.length = 0
    expect(outcome(() => verifier.verify(BODY, headerOf(T)))).toBe('ok')
  })
})

function emptyKey(): unknown {
  try {
    return createSecretKey(new Uint8Array())
  } catch {
    return new Uint8Array()
  }
}

function raise(): never {
  throw new Error('a foreign error')
}
