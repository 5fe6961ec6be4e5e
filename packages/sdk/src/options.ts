import { UsageError } from './errors/base-error.js'
import type { ClientEvent } from './http/events.js'
import { type HeaderValues, readHeaders } from './http/headers.js'
import { type Base, parseBaseUrl } from './http/paths.js'
import { createRetryBudget, type RetryBudget, type RetryBudgetOptions } from './http/retry-budget.js'
import type { ServerClock } from './http/server-clock.js'
import type { RateLimiter, Window } from './rate-limit/rate-limiter.js'
import { createSigner, type Signer } from './signing.js'
import { check, checkInteger, checkObject, checkPositive } from './util/checks.js'
import { LEVELS, type Logger, type LogLevel, type LogSettings } from './util/logging.js'
import { memberOf } from './util/lookup.js'
import { isAtVisitor } from './util/platform.js'
import { shared } from './util/shared.js'
import { type Clock, systemClock } from './util/time.js'

/** The part of `fetch` that the client uses. It is called once per attempt with the final URL and bytes. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The two environments; a key belongs to one of them. */
export type KeyEnvironment = 'live' | 'test'

/** How long a call may take and how often it may be sent. */
export interface Limits {
  /** One attempt, from sending to the last byte of the answer, milliseconds. */
  readonly timeoutMs: number
  /** The whole call with its waits, milliseconds. */
  readonly deadlineMs: number
  /** Attempts after the first. */
  readonly maxRetries: number
}

/** Limits as a caller gives them; an absent one keeps its default. */
export type LimitOptions = { readonly [Name in keyof Limits]?: Limits[Name] | undefined }

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
  /**
   * Bounds the retries of a minute by the calls started in it. Default: `{ min: 10, ratio: 0.2 }`; `false` sets no
   * bound.
   */
  readonly retryBudget?: RetryBudgetOptions | false | undefined
  /**
   * Keeps the key within the server's limit, which all clients of a key in this process share: a window of the
   * server, or a limiter of your own. Default: `{ limit: 60, windowMs: 60_000 }`; `false` sets no limit.
   */
  readonly rateLimit?: Window | RateLimiter | false | undefined
  /** Headers of every request. */
  readonly headers?: HeaderValues | undefined
  /** Sends requests. Default: the global `fetch`, looked up at each call. */
  readonly fetch?: Fetch | undefined
  /** Added to the options of every `fetch`, for example `{ dispatcher }`. */
  readonly fetchOptions?: Readonly<Record<string, unknown>> | undefined
  /** The destination of log lines. Default: `console`. */
  readonly logger?: Logger | undefined
  /**
   * The lowest level that is logged; only `debug` shows headers and bodies, without their secrets. Default: `warn`.
   */
  readonly logLevel?: LogLevel | undefined
  /** Receives every attempt, wait, reconnection, clock correction and deprecation. */
  readonly onEvent?: ((event: ClientEvent) => void) | undefined
  /** The largest answer that is read, bytes. Default: 8 MiB. */
  readonly maxResponseBytes?: number | undefined
  /** Clocks and timers, for tests on virtual time. Default: those of the runtime. */
  readonly clock?: Clock | undefined
  /** Allows `http:` to other machines. */
  readonly allowInsecureHttp?: boolean | undefined
  /** Allows running in a browser or an app, where the secret is visible to every user. */
  readonly allowBrowser?: boolean | undefined
}

/** The checked options of a client. They hold the signer and never the secret. */
export interface Settings extends Base, LogSettings {
  readonly signer: Signer | undefined
  readonly environment: KeyEnvironment | undefined
  readonly limits: Limits
  readonly headers: HeaderValues
  readonly fetch: Fetch | undefined
  readonly fetchOptions: Readonly<Record<string, unknown>>
  readonly clock: Clock
  readonly serverClock: ServerClock
  readonly budget: RetryBudget | false
  readonly rateLimit: Window | RateLimiter | false
  readonly maxResponseBytes: number
}

const KEY_ID = /^mk_(live|test)_[0-9A-Za-z]{24}$/
/** 90 s: a rate-limit window of 60 s and an attempt of 30 s. */
const DEFAULT_LIMITS: Limits = { timeoutMs: 30_000, deadlineMs: 90_000, maxRetries: 2 }

/**
 * Checks the options and fills in defaults and environment variables.
 *
 * @throws UsageError whose message suggests a fix
 */
export function readOptions(options: ClientOptions): Settings {
  checkObject(options)
  if (isAtVisitor() && !options.allowBrowser) {
    throw new UsageError(
      'browser_refused',
      'a browser or an app shows the secret to its users; call the API from a server',
    )
  }
  const signer = readSigner(options)
  const { baseUrl = env('BASE_URL') } = options
  if (baseUrl === undefined) throw missing('missing_base_url', 'baseUrl', 'BASE_URL')
  checkQuotes('invalid_base_url', 'baseUrl', baseUrl)
  const base = parseBaseUrl(baseUrl, options.allowInsecureHttp)
  const { clock = systemClock, maxResponseBytes = 2 ** 23 } = options
  const { logger = console, logLevel = 'warn', onEvent } = options
  const { retryBudget = { min: 10, ratio: 0.2 }, rateLimit = { limit: 60, windowMs: 60_000 } } = options
  checkPositive('maxResponseBytes', maxResponseBytes)
  check('logLevel', LEVELS.includes(logLevel), `one of ${LEVELS}`)
  const isBudget = retryBudget === false || (retryBudget.min >= 0 && retryBudget.ratio >= 0)
  check('retryBudget', isBudget, '{ min, ratio } from 0, or false')
  checkRateLimit(rateLimit)
  return {
    ...base,
    signer,
    environment: signer ? environmentOf(signer.keyId, options.environment) : options.environment,
    limits: readLimits(options, DEFAULT_LIMITS),
    headers: readHeaders(options.headers),
    fetch: options.fetch,
    fetchOptions: options.fetchOptions ?? {},
    clock,
    serverClock: shared(clock, base.origin, () => ({ offsetMs: 0, isIdle: false })),
    budget: retryBudget && createRetryBudget(retryBudget),
    rateLimit,
    logger,
    logLevel,
    onEvent,
    maxResponseBytes,
  }
}

/** Fills limits up with defaults. @throws UsageError for a time of 0 or less, or a fraction of a retry */
export function readLimits(given: LimitOptions, defaults: Limits): Limits {
  const {
    timeoutMs = defaults.timeoutMs,
    deadlineMs = defaults.deadlineMs,
    maxRetries = defaults.maxRetries,
  } = given
  checkPositive('timeoutMs', timeoutMs)
  checkPositive('deadlineMs', deadlineMs)
  checkInteger('maxRetries', maxRetries, 0)
  return { timeoutMs, deadlineMs, maxRetries }
}

/** @throws UsageError for a value that is not a rate limit */
function checkRateLimit(rateLimit: Settings['rateLimit']): void {
  if (rateLimit === false || memberOf(rateLimit, 'acquire')) return
  const { windowMs, limit } = rateLimit as Window // or a value with neither, which the checks refuse
  checkInteger('windowMs', windowMs, 1)
  checkInteger('limit', limit, 1)
}

function readSigner({ signer, ...given }: ClientOptions): Signer | undefined {
  if (signer) {
    if (given.secret === undefined && (given.keyId ?? signer.keyId) === signer.keyId) return signer
    throw new UsageError('conflicting_options', 'pass a signer, or keyId and secret')
  }
  const { keyId = env('KEY_ID'), secret = env('SECRET') } = given
  checkQuotes('invalid_key_id', 'keyId', keyId)
  checkQuotes('invalid_secret', 'secret', secret)
  if (keyId === undefined && secret === undefined) return undefined
  if (keyId === undefined) throw missing('incomplete_key', 'keyId', 'KEY_ID')
  if (secret === undefined) throw missing('incomplete_key', 'secret', 'SECRET')
  if (!/^(?!whsec_)\S+$/.test(secret)) {
    throw new UsageError('invalid_secret', 'secret is empty, has spaces or is a webhook secret')
  }
  const [, environment] = /^sk_(live|test)_/.exec(secret) ?? []
  environmentOf(keyId, environment)
  return createSigner({ keyId, secret })
}

/** The environment of a key. @throws UsageError unless it is the wanted one, where one is given */
function environmentOf(keyId: string, wanted: string | undefined): KeyEnvironment {
  const [, found] = KEY_ID.exec(keyId) ?? []
  if (!found) {
    throw new UsageError('invalid_key_id', 'keyId must be mk_live_ or mk_test_ and 24 letters or digits')
  }
  if (!wanted || wanted === found) return found as KeyEnvironment // the pattern allows no other
  throw new UsageError('environment_mismatch', `keyId is a ${found} key, not ${wanted}`)
}

/** @throws UsageError for a value in quotation marks */
function checkQuotes(code: string, option: string, value: string | undefined): void {
  if (!value || !/^(["']).*\1$/s.test(value)) return
  throw new UsageError(
    code,
    `${option} is in quotation marks, which docker run --env-file keeps: remove them`,
  )
}

function missing(code: string, option: string, name: string): UsageError {
  return new UsageError(code, `pass ${option} or set MERCHANTPAY_${name}`)
}

/** Reads an environment variable of this package without surrounding white space; an empty one counts as unset. */
function env(name: string): string | undefined {
  const scope = globalThis as { process?: { env?: Record<string, string | undefined> } } // absent elsewhere
  return scope.process?.env?.[`MERCHANTPAY_${name}`]?.trim() || undefined
}
