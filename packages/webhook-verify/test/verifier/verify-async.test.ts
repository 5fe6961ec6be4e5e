import { createSecretKey, webcrypto } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { SecretResolver, Secrets } from '../../src/index.node.js'
import { createVerifier } from '../../src/index.node.js'
import * as web from '../../src/index.web.js'
import {
  BODY,
  BUILDS,
  errorOf,
  headerOf,
  hexMac,
  NOW,
  OTHER_SECRET,
  outcome,
  outcomeAsync,
  SECRET,
  T,
} from '../support/webhooks.js'

const bytes = new TextEncoder().encode(SECRET)
const clock = () => NOW
const { subtle } = webcrypto

function importKey(usages: webcrypto.KeyUsage[], hash = 'SHA-256'): Promise<webcrypto.CryptoKey> {
  return subtle.importKey('raw', bytes, { name: 'HMAC', hash }, false, usages)
}

describe('the web build', () => {
  test('has no call that cannot wait', () => {
    expect(Object.keys(web)).not.toContain('signWebhook')
    expect(Object.keys(web.createVerifier({ secrets: SECRET, clock }))).toEqual(['verifyAsync'])
  })
})

describe.each(BUILDS)('the asynchronous calls of the %s build', (_, build) => {
  const verifier = build.createVerifier({ secrets: [{ id: 'old', secret: OTHER_SECRET }, SECRET], clock })
  const judge = (secrets: Secrets | SecretResolver, header = headerOf(T)) =>
    outcomeAsync(build.createVerifier({ secrets, clock }).verifyAsync(BODY, header))

  test('tell what verify tells', async () => {
    const headers = { 'x-merchant-signature': headerOf(T), 'x-webhook-id': 'wd_1', 'x-webhook-attempt': '2' }
    const { verify } = createVerifier({ secrets: [{ id: 'old', secret: OTHER_SECRET }, SECRET], clock })
    const wanted = verify(BODY, headers)
    expect(await verifier.verifyAsync(BODY, headers)).toEqual(wanted)
    const { rawBody, signedAt, secretId } = wanted
    expect(
      await build.verifySignatureAsync({ body: BODY, headers, secrets: [OTHER_SECRET, SECRET], clock }),
    ).toEqual({ rawBody, signedAt, secretId })
  })

  test('take an event that is newer than the package, with known false', async () => {
    const body = BODY.replace('payment.confirmed', 'order.archived')
    const { known, event } = await verifier.verifyAsync(body, headerOf(T, body))
    expect([known, event]).toEqual([false, JSON.parse(body)])
  })

  test('refuse what is not signed', async () => {
    expect(await outcomeAsync(verifier.verifyAsync(`${BODY} `, headerOf(T)))).toBe('signature_mismatch')
  })

  test('accept any right pair of v1 and secret, and name the first secret', async () => {
    const both = `${headerOf(T, BODY, OTHER_SECRET)},v1=${hexMac(T, BODY)}`
    expect((await verifier.verifyAsync(BODY, both)).secretId).toBe('old')
    expect((await verifier.verifyAsync(BODY, headerOf(T))).secretId).toBe('secret-2')
    const beside = `t=${T},v1=${'0'.repeat(64)},v1=${hexMac(T, BODY)}`
    expect((await verifier.verifyAsync(BODY, beside)).secretId).toBe('secret-2')
  })

  test('refuse a signature with any of its bytes changed', async () => {
    const mac = hexMac(T, BODY)
    for (let place = 0; place < 64; place++) {
      const digit = mac[place] === '0' ? '1' : '0'
      const changed = mac.slice(0, place) + digit + mac.slice(place + 1)
      expect(await judge(SECRET, `t=${T},v1=${changed}`)).toBe('signature_mismatch')
    }
  })

  test('check in the order body, header, signature, time, payload', async () => {
    const late = { receivedAt: NOW + 1e6 }
    const found = (body: string | null, header: string, call = {}) =>
      outcomeAsync(verifier.verifyAsync(body, header, call))
    expect(await found(null, 'x', late)).toBe('raw_body_required')
    expect(await found('x', 'x', late)).toBe('malformed_header')
    expect(await found('x', headerOf(T, 'other'), late)).toBe('signature_mismatch')
    expect(await found('x', headerOf(T, 'x'), late)).toBe('timestamp_too_old')
    expect(await found('x', headerOf(T, 'x'))).toBe('invalid_payload')
  })

  test.each<[string, () => Secrets | Promise<Secrets>]>([
    ['bytes', () => bytes],
    [
      'shared bytes',
      () => {
        const shared = new SharedArrayBuffer(bytes.length)
        new Uint8Array(shared).set(bytes)
        return shared
      },
    ],
    ['a KeyObject', () => createSecretKey(bytes)],
    ['a CryptoKey', () => importKey(['verify'])],
    ['a named CryptoKey', async () => ({ id: 'k', secret: await importKey(['sign', 'verify']) })],
  ])('take %s as a secret', async (_, make) => {
    const secrets = await make()
    expect(await judge(secrets)).toBe('ok')
    expect(await judge(secrets, headerOf(T, BODY, OTHER_SECRET))).toBe('signature_mismatch')
  })

  test('import secrets once: later writes to their bytes change nothing', async () => {
    const secret = bytes.slice()
    const { verifyAsync } = build.createVerifier({ secrets: secret, clock })
    secret.fill(0)
    expect(await outcomeAsync(verifyAsync(BODY, headerOf(T)))).toBe('ok')
  })

  test('refuse a CryptoKey for anything else', async () => {
    const { privateKey } = (await subtle.generateKey('Ed25519', false, [
      'sign',
      'verify',
    ])) as webcrypto.CryptoKeyPair
    for (const secret of [await importKey(['verify'], 'SHA-512'), await importKey(['sign']), privateKey])
      expect(outcome(() => build.createVerifier({ secrets: secret }))).toBe('invalid_secret')
    const secrets = await importKey(['verify'])
    expect(await outcomeAsync(build.signWebhookAsync({ body: BODY, secrets, timestamp: T }))).toBe(
      'invalid_secret',
    )
  })

  test('ask a resolver, with the headers, when the header has passed its grammar', async () => {
    const asked: unknown[] = []
    const secrets: SecretResolver = async ({ headers }) => {
      asked.push(headers)
      return [OTHER_SECRET, SECRET]
    }
    const headers = { 'x-merchant-signature': headerOf(T), 'x-tenant': 'a' }
    const { verifyAsync } = build.createVerifier({ secrets, clock })
    expect((await verifyAsync(BODY, headers)).secretId).toBe('secret-2')
    expect(await outcomeAsync(verifyAsync(BODY, 'x'))).toBe('malformed_header')
    expect(asked).toEqual([headers])
  })

  test('take what a resolver returns without a promise, each time anew', async () => {
    let current = OTHER_SECRET
    const { verifyAsync } = build.createVerifier({ secrets: () => current, clock })
    expect(await outcomeAsync(verifyAsync(BODY, headerOf(T)))).toBe('signature_mismatch')
    current = SECRET
    expect(await outcomeAsync(verifyAsync(BODY, headerOf(T)))).toBe('ok')
    current = OTHER_SECRET
    expect(await outcomeAsync(verifyAsync(BODY, headerOf(T)))).toBe('signature_mismatch')
  })

  test('are told of a resolver that fails: secret_unavailable, with its error as the cause', async () => {
    const cause = new Error('the vault is sealed')
    const raise = () => {
      throw cause
    }
    for (const secrets of [raise, async () => raise(), () => ({ id: 'a', secret: SECRET, expiresAt: NOW })]) {
      expect(await judge(secrets)).toBe('secret_unavailable')
    }
    const { verifyAsync } = build.createVerifier({ secrets: raise })
    await expect(verifyAsync(BODY, headerOf(T))).rejects.toMatchObject({ cause, status: 503 })
  })

  test('are told of a resolver that finds no secret: secret_unavailable', async () => {
    for (const found of [undefined, null, []] as Secrets[]) {
      expect(await judge(() => found)).toBe('secret_unavailable')
      expect(await judge(async () => found)).toBe('secret_unavailable')
    }
  })

  test('are told of a resolver that finds what cannot be a secret: invalid_secret', async () => {
    for (const found of ['', 'sk_live_x', [undefined]])
      expect(await judge(async () => found)).toBe('invalid_secret')
  })

  test('tell an event that X-Webhook-Event contradicts', async () => {
    const named = (event: string) =>
      outcomeAsync(
        verifier.verifyAsync(BODY, { 'x-merchant-signature': headerOf(T), 'x-webhook-event': event }),
      )
    expect(await named('payment.confirmed')).toBe('ok')
    expect(await named('payment.expired')).toBe('event_mismatch')
  })

  test.each([0, 999])('bound the age at 300 s either way, with the clock at .%i', async (ms) => {
    const at = (receivedAt: number) => outcomeAsync(verifier.verifyAsync(BODY, headerOf(T), { receivedAt }))
    expect(await at(NOW + 300_000 + ms)).toBe('ok')
    expect(await at(NOW + 301_000 + ms)).toBe('timestamp_too_old')
    expect(await at(NOW - 300_000 + ms)).toBe('ok')
    expect(await at(NOW - 301_000 + ms)).toBe('timestamp_too_new')
  })

  test('sign as signWebhook does, the bytes of the call', async () => {
    const body = Buffer.from(BODY)
    const secrets = [SECRET, await importKey(['sign']), OTHER_SECRET]
    const signing = build.signWebhookAsync({ body, secrets, timestamp: T })
    body.fill(0)
    const [mac, other] = [hexMac(T, BODY), hexMac(T, BODY, OTHER_SECRET)]
    expect(await signing).toBe(`t=${T},v1=${mac},v1=${mac},v1=${other}`)
    expect(await outcomeAsync(build.signWebhookAsync({ body, secrets, timestamp: -1 }))).toBe(
      'invalid_option',
    )
  })
})

describe('a resolver under the synchronous calls', () => {
  test('may answer at once, that there is none as well: secret_unavailable', () => {
    const { verify } = createVerifier({ secrets: ({ headers }) => (headers ? SECRET : undefined), clock })
    expect(verify(BODY, headerOf(T)).known).toBe(true)
    for (const found of [undefined, []]) {
      const none = createVerifier({ secrets: () => found, clock })
      expect(outcome(() => none.verify(BODY, headerOf(T)))).toBe('secret_unavailable')
    }
  })

  test('may throw: secret_unavailable, with its error as the cause', () => {
    const cause = new Error('the vault is sealed')
    const secrets = () => {
      throw cause
    }
    const error = errorOf(() => createVerifier({ secrets, clock }).verify(BODY, headerOf(T)))
    expect(error).toMatchObject({ code: 'secret_unavailable', status: 503, cause })
  })

  test.each<[string, SecretResolver]>([
    ['resolves', async () => SECRET],
    ['rejects', async () => Promise.reject(new Error('not awaited'))],
  ])('may not return a promise, which %s: sync_unavailable', (_, secrets) => {
    expect(outcome(() => createVerifier({ secrets, clock }).verify(BODY, headerOf(T)))).toBe(
      'sync_unavailable',
    )
  })
})
