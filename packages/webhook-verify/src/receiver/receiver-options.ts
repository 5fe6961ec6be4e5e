import type { DedupeStore } from '../dedupe/store.js'
import { WebhookVerificationError } from '../errors/error.js'
import { WEBHOOK_EVENTS } from '../generated/events.gen.js'
import type { HeadersInput } from '../signature/header-fields.js'
import type { VerifierOptions } from '../signature/signature-check.js'
import { isObject } from '../util/is-object.js'
import type { EventNamed, UnknownWebhookEvent, WebhookEvent } from '../verifier/payload.js'
import type { VerifiedDelivery } from '../verifier/verifier.js'
import { systemTimers, type Timers } from './timers.js'

/** Handles one event; `delivery` is what `verify` returned. When it throws or rejects, the sender comes again. */
export type WebhookHandler<Event> = (event: Event, delivery: VerifiedDelivery & { event: Event }) => unknown

/** A handler for each event that is of interest; any other one is acknowledged. */
export type WebhookHandlers = {
  readonly [Name in WebhookEvent['event']]?: WebhookHandler<EventNamed<Name>> | undefined
}

/** A request as far as it is known when something goes wrong with it. */
export interface ReceivedRequest {
  readonly method: string
  readonly headers: HeadersInput
  /** The bytes of the body, once they are complete. */
  rawBody?: Uint8Array
}

/** What a receiver is made of: what a verifier takes, and the rest. */
export interface ReceiverOptions extends VerifierOptions {
  /** The handlers, by the name of the event. */
  on: WebhookHandlers
  /** Handles authentic events that this version of the package does not know. */
  onUnknown?: WebhookHandler<UnknownWebhookEvent> | undefined
  /**
   * Called when an event that was handled comes with other bytes, as when an order is frozen, cleared and confirmed
   * again, or frozen once more; once for each body. What was done for it may have to be done again, or not: read the
   * order's state of now. Without this, such a delivery is acknowledged as a duplicate and nothing runs. Set it from the
   * start: of an event that was handled before it was set, the next delivery counts as a repeat.
   */
  onRepeat?: WebhookHandler<WebhookEvent | UnknownWebhookEvent> | undefined
  /**
   * Takes every refusal of a POST, every fault of a store, and whatever a handler throws; what it throws itself is
   * dropped, and the answer waits for it 2 seconds at most. An attempt that comes while another one is still handled is an
   * `Error` too: a handler that never ends shows by nothing else. Default: `console.error` for all but what the sender did
   * wrong.
   */
  onError?: ((error: unknown, request: ReceivedRequest) => unknown) | undefined
  /**
   * Remembers which events were handled, since each of them may come more than once; see `./dedupe/sqlite`,
   * `./dedupe/redis` and `./dedupe/memory`. `false` leaves it to the handlers.
   */
  dedupe: DedupeStore | false
  /** How long a handled event is remembered, milliseconds, 27 hours or more. Default: 32 days. */
  doneTtlMs?: number | undefined
  /** Remembers signatures, so that the same request is refused when it comes again. Default: it is not. */
  replay?: DedupeStore | undefined
  /**
   * What to do with an event when a store fails: `refuse` it with 503, so that the sender comes again, or `process` it,
   * perhaps for a second time. Default: `refuse`.
   */
  onStoreError?: 'refuse' | 'process' | undefined
  /** The longest body, bytes. Default: 1 MiB. */
  maxBodyBytes?: number | undefined
  /** How long the body may take to arrive, milliseconds from the call. Default: 10,000. */
  readDeadlineMs?: number | undefined
  /** The timers for the deadlines and for renewing claims. Default: those of the runtime. */
  timers?: Timers | undefined
}

/** Options without gaps. */
export interface ReceiverSettings {
  readonly on: WebhookHandlers
  readonly onUnknown: WebhookHandler<UnknownWebhookEvent> | undefined
  readonly onRepeat: WebhookHandler<WebhookEvent | UnknownWebhookEvent> | undefined
  readonly onError: (error: unknown, request: ReceivedRequest) => unknown
  readonly dedupe: DedupeStore | false
  readonly doneTtlMs: number
  readonly replay: DedupeStore | undefined
  /** How long a signature stays usable, milliseconds. */
  readonly replayTtlMs: number
  readonly processesWithoutStore: boolean
  readonly maxBodyBytes: number
  readonly readDeadlineMs: number
  readonly timers: Timers
}

// Written out, since a bundler keeps a calculation of an entry that is not used.
/** 27 hours; the attempts of one delivery take 26 h 36 min. */
const LEAST_TTL_MS = 97_200_000
/** 32 days, two more than the sender delivers again on request. */
const TTL_MS = 2_764_800_000
/** What a timer can wait at most. */
const LONGEST_MS = 0x7fffffff

/**
 * Checks the options of a receiver that are not a verifier's, and fills the gaps.
 *
 * @throws invalid_option
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
  // Plain JavaScript may leave it out, or pass what holds no handlers by name: then every event would be lost.
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
  // From as far ahead as is accepted to as old, both seconds included.
  const replayTtlMs = (2 * toleranceSeconds + 1) * 1000
  need(!replay || Number.isSafeInteger(replayTtlMs), 'toleranceSeconds', 'short enough for replay')
  need(['refuse', 'process'].includes(onStoreError), 'onStoreError', 'refuse or process')
  need(Number.isSafeInteger(doneTtlMs) && doneTtlMs >= LEAST_TTL_MS, 'doneTtlMs', '27 hours or more')
  need(Number.isInteger(maxBodyBytes) && maxBodyBytes > 0, 'maxBodyBytes', 'a number of bytes')
  const isDelay = Number.isInteger(readDeadlineMs) && readDeadlineMs > 0 && readDeadlineMs <= LONGEST_MS
  need(isDelay, 'readDeadlineMs', 'a delay in milliseconds')
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

function need(isRight: boolean, option: string, what: string): void {
  if (!isRight) throw new WebhookVerificationError('invalid_option', `${option} is not ${what}`)
}
