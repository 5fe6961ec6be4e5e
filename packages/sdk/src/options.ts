import { UsageError } from './errors.js'
import { type HeaderValues, readHeaders } from './headers.js'
import { DEFAULT_LIMITS, type LimitOptions, type Limits, readLimits } from './limits.js'
import { type Base, parseBaseUrl } from './paths.js'
import { createSigner, type Signer } from './signing.js'

/** What the client needs of `fetch`. It is called once per attempt with the final URL and bytes. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The two environments; a key belongs to one of them. */
export type KeyEnvironment = 'live' | 'test'

/** Options of the client. */
export interface ClientOptions extends LimitOptions {
  /** Where the API lives, with its path prefix if any. Default: `MERCHANTPAY_BASE_URL`. */
  readonly baseUrl?: string | undefined
  /** API key id. Default: `MERCHANTPAY_KEY_ID`. */
  readonly keyId?: string | undefined
  /** Secret of the key. Default: `MERCHANTPAY_SECRET`. */
  readonly secret?: string | undefined
  /** Signs instead of a secret, for example in a key management service. */
  readonly signer?: Signer | undefined
  /** Refuses a key of the other environment. */
  readonly environment?: KeyEnvironment | undefined
  /** Headers of every request. */
  readonly headers?: HeaderValues | undefined
  /** Sends requests. Default: the global `fetch`, looked up at each call. */
  readonly fetch?: Fetch | undefined
  /** Added to the options of every `fetch`, for example `{ dispatcher }`. */
  readonly fetchOptions?: Readonly<Record<string, unknown>> | undefined
  /** Allows `http:` beyond this machine. */
  readonly allowInsecureHttp?: boolean | undefined
  /** Allows running beside a `document`, where everybody can read the secret. */
  readonly allowBrowser?: boolean | undefined
}

/** The checked options, as the parts of the client share them. It holds the signer and never the secret. */
export interface Settings extends Base {
  readonly signer: Signer | undefined
  readonly environment: KeyEnvironment | undefined
  readonly limits: Limits
  readonly headers: HeaderValues
  readonly fetch: Fetch | undefined
  readonly fetchOptions: Readonly<Record<string, unknown>>
}

const KEY_ID = /^mk_(live|test)_[0-9A-Za-z]{24}$/

/** Checks the options and fills in defaults and environment variables. @throws UsageError naming the cure */
export function readOptions(options: ClientOptions): Settings {
  if (typeof options !== 'object') {
    throw new UsageError('invalid_option', 'pass one object: new MerchantPay({ baseUrl, keyId, secret })')
  }
  if ('document' in globalThis && !options.allowBrowser) {
    throw new UsageError('browser_refused', 'a browser shows the secret to everybody; call from a server')
  }
  const signer = readSigner(options)
  return {
    ...parseBaseUrl(options.baseUrl ?? env('BASE_URL'), options.allowInsecureHttp),
    signer,
    environment: signer ? environmentOf(signer.keyId, options.environment) : options.environment,
    limits: readLimits(options, DEFAULT_LIMITS),
    headers: readHeaders(options.headers),
    fetch: options.fetch,
    fetchOptions: options.fetchOptions ?? {},
  }
}

function readSigner({ signer, ...given }: ClientOptions): Signer | undefined {
  if (signer) {
    if (given.secret === undefined && (given.keyId ?? signer.keyId) === signer.keyId) return signer
    throw new UsageError('conflicting_options', 'pass a signer, or keyId and secret')
  }
  const { keyId = env('KEY_ID'), secret = env('SECRET') } = given
  if (keyId === undefined && secret === undefined) return undefined
  if (keyId === undefined || secret === undefined) {
    const missing = keyId === undefined ? 'keyId or MERCHANTPAY_KEY_ID' : 'secret or MERCHANTPAY_SECRET'
    throw new UsageError('incomplete_key', `pass ${missing} too`)
  }
  if (!/^(?!whsec_)\S+$/.test(secret)) {
    throw new UsageError('invalid_secret', 'the secret is empty, has white space or is a webhook secret')
  }
  const [, environment] = /^sk_(live|test)_/.exec(secret) ?? []
  environmentOf(keyId, environment)
  return createSigner({ keyId, secret })
}

/** @throws UsageError unless the key is of the wanted environment, where one is wanted */
function environmentOf(keyId: string, wanted: string | undefined): KeyEnvironment {
  const [, found] = KEY_ID.exec(keyId) ?? []
  if (found !== 'live' && found !== 'test') {
    throw new UsageError('invalid_key_id', 'keyId must be mk_live_ or mk_test_ and 24 letters or digits')
  }
  if (!wanted || wanted === found) return found
  throw new UsageError('environment_mismatch', `keyId is a ${found} key where a ${wanted} one is needed`)
}

/** Reads one of our environment variables where the runtime has any; an empty one counts as unset. */
function env(name: string): string | undefined {
  const scope = globalThis as { process?: { env?: Record<string, string | undefined> } } // absent elsewhere
  return scope.process?.env?.[`MERCHANTPAY_${name}`] || undefined
}
