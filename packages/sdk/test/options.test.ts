import { afterEach, describe, expect, it, vi } from 'vitest'
import { MerchantPay } from '../src/client.js'
import { UsageError } from '../src/errors/base-error.js'
import type { ClientOptions } from '../src/options.js'
import { answer, scripted } from './support/fake.js'
import { KEY_ID, SECRET } from './support/keys.js'
import { rejection } from './support/loopback.js'

const KEY = { keyId: KEY_ID, secret: SECRET }
const LIVE_ID = KEY_ID.replace('test', 'live')
const baseUrl = 'https://pay.example'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

function codeOf(options: ClientOptions): string | undefined {
  try {
    new MerchantPay(options)
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return error instanceof UsageError ? error.code : undefined
  }
}

describe('a client', () => {
  it.each<[string, ClientOptions]>([
    ['missing_base_url', KEY],
    ['invalid_base_url', { ...KEY, baseUrl: 'pay.example' }],
    ['invalid_base_url', { ...KEY, baseUrl: 'ftp://pay.example' }],
    ['invalid_base_url', { ...KEY, baseUrl: 'https://user:word@pay.example' }],
    ['invalid_base_url', { ...KEY, baseUrl: 'https://pay.example?x=1' }],
    ['invalid_base_url', { ...KEY, baseUrl: 'https://pay.example?' }],
    ['invalid_base_url', { ...KEY, baseUrl: 'https://pay.example#x' }],
    ['insecure_base_url', { ...KEY, baseUrl: 'http://pay.example' }],
    ['insecure_base_url', { ...KEY, baseUrl: 'http://127.0.0.1.evil.example' }],
    ['incomplete_key', { baseUrl, keyId: KEY_ID }],
    ['incomplete_key', { baseUrl, secret: SECRET }],
    ['invalid_key_id', { baseUrl, keyId: 'mk_test_short', secret: 'x' }],
    ['invalid_secret', { baseUrl, keyId: KEY_ID, secret: `${SECRET}\n` }],
    ['invalid_secret', { baseUrl, keyId: KEY_ID, secret: '' }],
    ['invalid_secret', { baseUrl, keyId: KEY_ID, secret: `whsec_${'x'.repeat(43)}` }],
    ['environment_mismatch', { baseUrl, keyId: LIVE_ID, secret: SECRET }],
    ['environment_mismatch', { ...KEY, baseUrl, environment: 'live' }],
    ['conflicting_options', { ...KEY, baseUrl, signer: { keyId: KEY_ID, sign: () => '' } }],
    ['reserved_header', { ...KEY, baseUrl, headers: { Authorization: 'x' } }],
    ['invalid_header', { ...KEY, baseUrl, headers: { 'x-a': 'a\nb' } }],
    ['invalid_option', { ...KEY, baseUrl, timeoutMs: 0 }],
    ['invalid_option', { ...KEY, baseUrl, deadlineMs: Number.NaN }],
    ['invalid_option', { ...KEY, baseUrl, maxRetries: 1.5 }],
    ['invalid_option', { ...KEY, baseUrl, maxRetries: -1 }],
  ])('is refused with %s', (code, options) => {
    expect(codeOf(options)).toBe(code)
  })

  it('is refused a bare key, which other clients take', () => {
    expect(() => Reflect.construct(MerchantPay, [SECRET])).toThrow('pass one object')
  })

  it.each([
    [{ baseUrl, keyId: KEY_ID }, 'MERCHANTPAY_SECRET'],
    [{ baseUrl, secret: SECRET }, 'MERCHANTPAY_KEY_ID'],
  ])('a client with half a key names the other half', (options, missing) => {
    expect(() => new MerchantPay(options)).toThrow(missing)
  })

  it.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080', 'http://api.localhost'])(
    'may use %s without https',
    (url) => {
      expect(codeOf({ ...KEY, baseUrl: url })).toBeUndefined()
    },
  )

  it('may use http elsewhere when that is allowed', () => {
    expect(codeOf({ ...KEY, baseUrl: 'http://pay.internal', allowInsecureHttp: true })).toBeUndefined()
  })

  const browser = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', product: 'Gecko' }

  it.each<[string, Record<string, unknown>]>([
    ['a browser', { document: {}, navigator: browser }],
    ['a worker of a browser', { WorkerGlobalScope: class {}, navigator: browser }],
    ['React Native', { navigator: { product: 'ReactNative' } }],
    ['NativeScript', { NativeScriptGlobals: {} }],
  ])('is refused in %s unless allowed', (_, globals) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    expect(codeOf({ ...KEY, baseUrl })).toBe('browser_refused')
    expect(codeOf({ ...KEY, baseUrl, allowBrowser: true })).toBeUndefined()
  })

  it.each<[string, Record<string, unknown>]>([
    ['workerd', { WorkerGlobalScope: class {}, navigator: { userAgent: 'Cloudflare-Workers' } }],
    ['a worker of Deno', { WorkerGlobalScope: class {}, navigator: { userAgent: 'Deno/2.9.6' } }],
    ['a server with the navigator of a browser', { navigator: browser }],
    ['a server without a navigator', { navigator: undefined }],
  ])('works in %s', (_, globals) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    expect(codeOf({ ...KEY, baseUrl })).toBeUndefined()
  })

  it('takes absent options from the environment variables', () => {
    vi.stubEnv('MERCHANTPAY_BASE_URL', 'https://env.example/api/')
    vi.stubEnv('MERCHANTPAY_KEY_ID', KEY_ID)
    vi.stubEnv('MERCHANTPAY_SECRET', SECRET)
    expect(new MerchantPay()).toMatchObject({
      baseUrl: 'https://env.example/api',
      keyId: KEY_ID,
      environment: 'test',
    })
    expect(new MerchantPay({ baseUrl })).toMatchObject({ baseUrl })
    const signer = { keyId: LIVE_ID, sign: () => '' }
    expect(new MerchantPay({ signer })).toMatchObject({ keyId: LIVE_ID, environment: 'live' })
  })

  it('takes environment variables without the white space around them', () => {
    vi.stubEnv('MERCHANTPAY_BASE_URL', ' https://env.example/api\n')
    vi.stubEnv('MERCHANTPAY_KEY_ID', `${KEY_ID}\r\n`)
    vi.stubEnv('MERCHANTPAY_SECRET', `${SECRET}\n`)
    expect(new MerchantPay()).toMatchObject({ baseUrl: 'https://env.example/api', keyId: KEY_ID })
    vi.stubEnv('MERCHANTPAY_BASE_URL', '\n')
    expect(codeOf({})).toBe('missing_base_url')
  })

  it.each(['BASE_URL', 'KEY_ID', 'SECRET'])('is refused %s in quotation marks, by name', (variable) => {
    const values: Record<string, string> = { BASE_URL: baseUrl, KEY_ID, SECRET }
    for (const quote of ['"', "'"]) {
      for (const [name, value] of Object.entries(values))
        vi.stubEnv(`MERCHANTPAY_${name}`, name === variable ? `${quote}${value}${quote}\r` : value)
      const option = { BASE_URL: 'baseUrl', KEY_ID: 'keyId', SECRET: 'secret' }[variable]
      expect(() => new MerchantPay()).toThrow(`${option} is in quotation marks`)
    }
  })

  it('a client without a key can register a merchant and nothing else', async () => {
    const { mp, sent } = scripted([answer(201, { id: 'm1' })], { keyId: undefined, secret: undefined })
    const body = { name: 'A', email: 'a@b.example', platform_user_id: '1' }
    await mp.merchants.register(body, { registrationToken: 'token' })
    expect(sent[0]?.headers).toMatchObject({ 'x-registration-token': 'token' })
    expect(sent[0]?.headers).not.toHaveProperty('authorization')
    expect(await rejection(mp.orders.get('o1'))).toMatchObject({ code: 'missing_key' })
    expect(await rejection(mp.raw.GET('/v1/merchants/me'))).toMatchObject({ code: 'missing_key' })
    expect(sent).toHaveLength(1)
  })

  it('a client with a live key is refused the test helpers before anything is sent', async () => {
    const { mp, sent } = scripted([], { keyId: LIVE_ID, secret: SECRET.replace('test', 'live') })
    expect(await rejection(mp.testHelpers.simulateOrder('o1', { action: 'pay' }))).toMatchObject({
      code: 'test_key_required',
    })
    expect(sent).toHaveLength(0)
  })

  it('hands fetchOptions to fetch, and they cannot undo a rule', async () => {
    const seen: RequestInit[] = []
    const fetch = async (_: string, init: RequestInit) => {
      seen.push(init)
      return new Response('{}')
    }
    const fetchOptions = { dispatcher: 'd', redirect: 'follow', method: 'DELETE' }
    await new MerchantPay({ ...KEY, baseUrl, fetch, fetchOptions }).merchants.me()
    expect(seen[0]).toMatchObject({ dispatcher: 'd', redirect: 'manual', method: 'GET' })
  })

  it('looks the global fetch up at each call', async () => {
    const mp = new MerchantPay({ ...KEY, baseUrl })
    vi.stubGlobal('fetch', async () => new Response('{"id":"m1"}'))
    expect((await mp.merchants.me()).id).toBe('m1')
  })

  it('refuses a request id or limits that cannot work', async () => {
    const { mp, sent } = scripted([])
    for (const options of [{ requestId: 'a b' }, { timeoutMs: -1 }, { headers: { accept: 'x' } }]) {
      expect(await rejection(mp.merchants.me(options))).toBeInstanceOf(UsageError)
    }
    expect(sent).toHaveLength(0)
  })
})
