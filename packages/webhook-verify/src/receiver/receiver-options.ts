import type { DedupeStore } from '../dedupe/store.js'
import { WebhookVerificationError } from '../errors/error.js'
import { WEBHOOK_EVENTS } from '../generated/events.gen.js'
import type { HeadersInput } from '../signature/header-fields.js'
import type { VerifierOptions } from '../signature/signature-check.js'
import { isObject } from '../util/is-object.js'
import type { EventNamed, UnknownWebhookEvent, WebhookEvent } from '../verifier/payload.js'
import type { VerifiedDelivery } from '../verifier/verifier.js'
import { systemTimers, type Timers } from './timers.js'

/** Handles one event; `delivery` is the result of `verify`. When the handler throws or rejects, the sender retries. */
export type WebhookHandler<Event> = (event: Event, delivery: VerifiedDelivery & { event: Event }) => unknown

/** A handler for each event of interest. Other events are acknowledged. */
export type WebhookHandlers = {
  readonly [Name in WebhookEvent['event']]?: WebhookHandler<EventNamed<Name>> | undefined
}

/** The known parts of a request that failed. */
export interface ReceivedRequest {
  readonly method: string
  readonly headers: HeadersInput
  /** The bytes of the body, once it was read to its end. */
  rawBody?: Uint8Array
}

/** Options of a receiver. */
export interface ReceiverOptions extends VerifierOptions {
  /** The handlers, by event name. */
  on: WebhookHandlers
  /** Handles verified events that are newer than this version of the package. Default: they are acknowledged. */
  onUnknown?: WebhookHandler<UnknownWebhookEvent> | undefined
  /**
   * Called when a handled event arrives with other bytes, as when an order is frozen, cleared and confirmed again, or
   * frozen once more; once for each body. Read the current state of the order to decide what to do. By default such a
   * delivery is acknowledged as a duplicate and nothing runs. Set it from the start: the next delivery of an event that was
   * handled before counts as a repeat.
   */
  onRepeat?: WebhookHandler<WebhookEvent | UnknownWebhookEvent> | undefined
  /**
   * Called with every refusal of a POST, every failure of a store, and everything that a handler throws. An attempt that
   * arrives while another one is handled is reported as an `Error` too, since nothing else reveals a handler that never
   * ends. Errors of `onError` itself are ignored, and the answer waits for it 2 seconds at most. Default: `console.error`
   * for all errors but those with a 4xx status.
   */
  onError?: ((error: unknown, request: ReceivedRequest) => unknown) | undefined
  /**
   * Remembers which events were handled, since each may be delivered more than once; see `./dedupe/sqlite`,
   * `./dedupe/redis` and `./dedupe/memory`. `false` leaves de-duplication to the handlers.
   */
  dedupe: DedupeStore | false
  /** How long a handled event is remembered, milliseconds, 27 hours or more. Default: 32 days. */
  doneTtlMs?: number | undefined
  /** Remembers signatures, so that a request is refused the second time. Default: signatures are not remembered. */
  replay?: DedupeStore | undefined
  /**
   * Whether an event is refused when a store fails, with 503 so that the sender retries (`refuse`), or handled, perhaps for
   * a second time (`process`). Default: `refuse`.
   */
  onStoreError?: 'refuse' | 'process' | undefined
  /** The longest body, bytes. Default: 1 MiB. */
  maxBodyBytes?: number | undefined
  /** How long the body may take to arrive, milliseconds from the call of `handle`. Default: 10,000. */
  readDeadlineMs?: number | undefined
  /** The timers for the deadlines and for renewing claims. Default: those of the runtime. */
  timers?: Timers | undefined
}

/** Checked options with all defaults. */
export interface ReceiverSettings {
  readonly on: WebhookHandlers
  readonly onUnknown: WebhookHandler<UnknownWebhookEvent> | undefined
  readonly onRepeat: WebhookHandler<WebhookEvent | UnknownWebhookEvent> | undefined
  readonly onError: (error: unknown, request: ReceivedRequest) => unknown
  readonly dedupe: DedupeStore | false
  readonly doneTtlMs: number
  readonly replay: DedupeStore | undefined
  /** How long a signature is valid, milliseconds. */
  readonly replayTtlMs: number
  readonly processesWithoutStore: boolean
  readonly maxBodyBytes: number
  readonly readDeadlineMs: number
  readonly timers: Timers
}

// Literals, since a bundler keeps a calculation even when its result is not used.
/** 27 hours; all attempts of a delivery take 26 h 36 min. */
const LEAST_TTL_MS = 97_200_000
/** 32 days: two days more than the sender delivers again on request. */
const TTL_MS = 2_764_800_000
/** The longest delay of a timer. */
const LONGEST_MS = 0x7fffffff

/**
 * Checks the options of a receiver that a verifier does not have, and adds the defaults.
 *
 * @throws WebhookVerificationError `invalid_option`
 */
export function checkReceiver(options: ReceiverOptions): ReceiverSettings {
  const {
    on,
    onUnknown,
    onRepeat,
    onError = reportFault,
    dedupe,
    doneTtlMs = TTL_MS,
    replay,
    onStoreError = 'refuse',
    maxBodyBytes = 1_048_576,
    readDeadlineMs = 10_000,
    timers = systemTimers,
    toleranceSeconds = 300,
  } = options
  // Plain JavaScript can leave `on` out or pass an iterable; then no handler would ever run.
  need(isObject(on) && !(Symbol.iterator in on), 'on', 'an object of handlers')
  for (const [name, handler] of Object.entries(on))
    need(
      (WEBHOOK_EVENTS as readonly string[]).includes(name) && isFunctionOrNothing(handler),
      `on ${name}`,
      'a handler of an event',
    )
  for (const [name, handler] of Object.entries({ onUnknown, onRepeat, onError }))
    need(isFunctionOrNothing(handler), name, 'a function')
  need(dedupe === false || isStore(dedupe), 'dedupe', 'a store or false')
  need(replay === undefined || isStore(replay), 'replay', 'a store')
  // From the tolerance ahead to the tolerance behind, both ends included.
  const replayTtlMs = (2 * toleranceSeconds + 1) * 1000
  need(!replay || isAtLeast(0, replayTtlMs), 'toleranceSeconds', 'short enough')
  need(['refuse', 'process'].includes(onStoreError), 'onStoreError', 'refuse or process')
  need(isAtLeast(LEAST_TTL_MS, doneTtlMs), 'doneTtlMs', '27 hours or more')
  need(isAtLeast(1, maxBodyBytes), 'maxBodyBytes', '1 or more')
  need(isAtLeast(1, readDeadlineMs) && readDeadlineMs <= LONGEST_MS, 'readDeadlineMs', 'a delay')
  need([timers?.setTimeout, timers?.clearTimeout].every(isFunction), 'timers', 'two functions')
  return {
    on,
    onUnknown,
    onRepeat,
    onError,
    dedupe,
    doneTtlMs,
    replay,
    replayTtlMs,
    processesWithoutStore: onStoreError === 'process',
    maxBodyBytes,
    readDeadlineMs,
    timers,
  }
}

function reportFault(error: unknown): void {
  if (!(error instanceof WebhookVerificationError) || error.status >= 500) console.error(error)
}

function isAtLeast(least: number, value: number): boolean {
  return Number.isSafeInteger(value) && value >= least
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function'
}

function isFunctionOrNothing(value: unknown): boolean {
  return value === undefined || isFunction(value)
}

function isStore(value: unknown): boolean {
  const store = value as Partial<DedupeStore> | null | undefined
  return [store?.claim, store?.renew, store?.done, store?.release].every(isFunction)
}

function need(isValid: boolean, option: string, expected: string): void {
  if (!isValid) throw new WebhookVerificationError('invalid_option', `${option} is not ${expected}`)
}
