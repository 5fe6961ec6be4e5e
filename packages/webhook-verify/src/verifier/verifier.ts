import { type AsyncBodyInput, type BodyInput, bodyReader, toBytes } from '../body/bytes.js'
import { isWebhookVerificationError, WebhookVerificationError } from '../errors/error.js'
import { type Fields, findFields, type HeadersInput, SIGNATURE_FIELD } from '../signature/header-fields.js'
import type { HmacPort, SyncHmacPort } from '../signature/hmac.js'
import {
  type CheckedOptions,
  checkOptions,
  checkSignature,
  checkSignatureAsync,
  type VerifiedSignature,
  type VerifierOptions,
  type VerifyOptions,
} from '../signature/signature-check.js'
import { isKnownEvent, parsePayload, type UnknownWebhookEvent, type WebhookEvent } from './payload.js'

/** What `verify` tells about every delivery. */
export interface VerifiedDelivery extends VerifiedSignature {
  /** X-Webhook-Id, the same over all attempts. Not signed: for logs only. */
  deliveryId?: string
  /** X-Webhook-Attempt, from 1. Not signed: for logs only. */
  attempt?: number
}

/** A verified webhook. `known` tells an event of the contract from one that is newer than this package. */
export type VerifiedWebhook =
  | (VerifiedDelivery & { known: true; event: WebhookEvent })
  | (VerifiedDelivery & { known: false; event: UnknownWebhookEvent })

/** What `safeVerify` returns in place of a throw. */
export type SafeVerifiedWebhook =
  | ({ ok: true } & VerifiedWebhook)
  | { ok: false; error: WebhookVerificationError }

/** Verifies webhooks with secrets that were checked and imported once. Its functions need no `this`. */
export interface Verifier {
  /**
   * Verifies signature and age, then reads the event.
   *
   * @throws WebhookVerificationError in the order of the checks: `raw_body_required`, `invalid_body` · `missing_header`,
   *   `duplicate_header`, `header_too_large`, `malformed_header`, `duplicate_timestamp`, `no_signature`,
   *   `too_many_signatures` · `secret_unavailable`, `invalid_secret` when a resolver answers what cannot be a webhook
   *   secret, `signature_mismatch` · `timestamp_too_old`, `timestamp_too_new` · `invalid_payload`, `event_mismatch`;
   *   `invalid_option` when the clock fails, or it or `receivedAt` gives no number; `sync_unavailable` for a resolver that
   *   returns a promise, and always where only WebCrypto is at hand
   */
  verify(body: BodyInput, headers: HeadersInput, options?: VerifyOptions): VerifiedWebhook
  /** Like `verify`, up to the age: the body is not parsed, so it need not be JSON. */
  verifySignature(body: BodyInput, headers: HeadersInput, options?: VerifyOptions): VerifiedSignature
  /** Like `verify`, with the error returned instead of thrown. */
  safeVerify(body: BodyInput, headers: HeadersInput, options?: VerifyOptions): SafeVerifiedWebhook
  /**
   * `verify` on every runtime, with a resolver that may return a promise and a body that may still be unread. Bytes are
   * copied at the call, so later writes change nothing.
   *
   * @throws WebhookVerificationError as `verify`, in a rejection; `body_aborted` when the body ends in an error
   */
  verifyAsync(body: AsyncBodyInput, headers: HeadersInput, options?: VerifyOptions): Promise<VerifiedWebhook>
  /** `verifySignature` in the same way. */
  verifySignatureAsync(
    body: AsyncBodyInput,
    headers: HeadersInput,
    options?: VerifyOptions,
  ): Promise<VerifiedSignature>
  /** `safeVerify` in the same way. */
  safeVerifyAsync(
    body: AsyncBodyInput,
    headers: HeadersInput,
    options?: VerifyOptions,
  ): Promise<SafeVerifiedWebhook>
}

/** The calls of a verifier that do not wait. */
export type SyncCalls = Pick<Verifier, 'verify' | 'verifySignature' | 'safeVerify'>
/** Those that do. */
type AsyncCalls = Omit<Verifier, keyof SyncCalls>

const DELIVERY_FIELDS = {
  12: 'x-webhook-id',
  15: 'x-webhook-event',
  17: 'x-webhook-attempt',
  20: 'x-merchant-signature',
} as const
type DeliveryFields = Fields<(typeof DELIVERY_FIELDS)[keyof typeof DELIVERY_FIELDS]>

const MAX_REMEMBERED = 1000

/** The same port, which imports a text once: a resolver gives the same ones again and again. */
export function remembering<Key, Hmac extends HmacPort<Key>>(hmac: Hmac & HmacPort<Key>): Hmac {
  const keys = new Map<unknown, Key | undefined>()
  return {
    ...hmac,
    importKey(secret, usage) {
      const key = keys.get(secret) ?? hmac.importKey(secret, usage)
      if (keys.size >= MAX_REMEMBERED) keys.clear()
      if (typeof secret === 'string') keys.set(secret, key)
      return key
    },
  }
}

/** Makes a face's `createVerifier` of its port and the calls that do not wait. */
export function verifierMaker<Key, Hmac extends HmacPort<Key>>(
  hmac: Hmac & HmacPort<Key>,
  makeSyncCalls: (options: CheckedOptions<Key, Hmac>) => SyncCalls,
): (options: VerifierOptions) => Verifier {
  return (options) => {
    const checked = checkOptions<Key, Hmac>(remembering(hmac), options)
    return { ...makeSyncCalls(checked), ...asyncCalls(checked) }
  }
}

/** The calls of a verifier that do not wait. */
export function syncCalls<Key>(options: CheckedOptions<Key, SyncHmacPort<Key>>): SyncCalls {
  const verify: Verifier['verify'] = (body, headers, call) => {
    const bytes = toBytes(body)
    const fields = findFields(headers, DELIVERY_FIELDS)
    return readEvent(checkSignature(options, bytes, headers, fields, call), fields)
  }
  return {
    verify,

    verifySignature: (body, headers, call) =>
      checkSignature(options, toBytes(body), headers, findFields(headers, SIGNATURE_FIELD), call),

    safeVerify(body, headers, call) {
      try {
        return succeed(verify(body, headers, call))
      } catch (error) {
        return fail(error)
      }
    },
  }
}

/** The calls of a verifier that wait. */
export function asyncCalls<Key>(options: CheckedOptions<Key>): AsyncCalls {
  const verifyAsync: Verifier['verifyAsync'] = async (body, headers, call) =>
    verifyRead(options, bodyReader(body), headers, call)
  return {
    verifyAsync,

    verifySignatureAsync: async (body, headers, call) =>
      checkSignatureAsync(options, bodyReader(body), headers, findFields(headers, SIGNATURE_FIELD), call),

    safeVerifyAsync: (body, headers, call) => verifyAsync(body, headers, call).then(succeed, fail),
  }
}

/** Verifies a webhook whose body is read when its header has passed. */
export async function verifyRead<Key>(
  options: CheckedOptions<Key>,
  readBody: () => Promise<Uint8Array>,
  headers: HeadersInput,
  call?: VerifyOptions,
): Promise<VerifiedWebhook> {
  const fields = findFields(headers, DELIVERY_FIELDS)
  return readEvent(await checkSignatureAsync(options, readBody, headers, fields, call), fields)
}

function readEvent(
  { rawBody, signedAt, secretId }: VerifiedSignature,
  fields: DeliveryFields,
): VerifiedWebhook {
  const event = parsePayload(rawBody)
  if ((fields['x-webhook-event'] ?? event.event) !== event.event)
    throw new WebhookVerificationError('event_mismatch')
  // Written out and not by spreading: that copies and takes longer than the rest of this file.
  const delivery = { event, known: isKnownEvent(event), rawBody, signedAt, secretId }
  noteUnsigned(delivery, fields)
  return delivery as VerifiedWebhook // event and known are told apart by one test
}

function succeed(verified: VerifiedWebhook): SafeVerifiedWebhook {
  return Object.assign(verified, { ok: true as const })
}

function fail(error: unknown): SafeVerifiedWebhook {
  if (isWebhookVerificationError(error)) return { ok: false, error }
  throw error
}

// Anyone can write these two, so only plain words reach the log.
function noteUnsigned(delivery: VerifiedDelivery, fields: DeliveryFields): void {
  const { 'x-webhook-id': deliveryId, 'x-webhook-attempt': attempt } = fields
  if (typeof deliveryId === 'string' && /^[\w-]{1,64}$/.test(deliveryId)) delivery.deliveryId = deliveryId
  if (typeof attempt === 'string' && /^[1-9]\d{0,8}$/.test(attempt)) delivery.attempt = Number(attempt)
}
