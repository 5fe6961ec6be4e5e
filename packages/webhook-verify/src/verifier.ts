import { type AsyncBodyInput, type BodyInput, bodyReader, toBytes } from './body.js'
import type { HmacPort } from './crypto.js'
import { isWebhookVerificationError, WebhookVerificationError } from './error.js'
import { type Fields, findFields, type HeadersInput, SIGNATURE_FIELD } from './headers.js'
import { isKnownEvent, parsePayload, type UnknownWebhookEvent, type WebhookEvent } from './payload.js'
import {
  checkOptions,
  checkSignature,
  checkSignatureAsync,
  syncOf,
  type VerifiedSignature,
  type VerifierOptions,
  type VerifyOptions,
} from './signature-check.js'
import { TEXTS } from './texts.js'

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
   *   `too_many_signatures` · `secret_unavailable`, `signature_mismatch` · `timestamp_too_old`, `timestamp_too_new` ·
   *   `invalid_payload`, `event_mismatch`; `invalid_option` when the clock fails, or it or `receivedAt` gives no number;
   *   `sync_unavailable` for a resolver that returns a promise, and always where only WebCrypto is at hand
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

const DELIVERY_FIELDS = {
  12: 'x-webhook-id',
  15: 'x-webhook-event',
  17: 'x-webhook-attempt',
  20: 'x-merchant-signature',
} as const
type DeliveryFields = Fields<(typeof DELIVERY_FIELDS)[keyof typeof DELIVERY_FIELDS]>

const MAX_REMEMBERED = 1000

/** The same port, which imports a text once: a resolver gives the same ones again and again. */
function remembering<Key>(hmac: HmacPort<Key>): HmacPort<Key> {
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

/** Makes a face's `createVerifier`. */
export function verifierMaker<Key>(hmac: HmacPort<Key>): (options: VerifierOptions) => Verifier {
  return (options) => {
    const checked = checkOptions(remembering(hmac), options)

    const verifier: Verifier = {
      verify(body, headers, call) {
        syncOf(hmac)
        const bytes = toBytes(body)
        const fields = findFields(headers, DELIVERY_FIELDS)
        return readEvent(checkSignature(checked, bytes, headers, fields, call), fields)
      },

      verifySignature(body, headers, call) {
        syncOf(hmac)
        return checkSignature(checked, toBytes(body), headers, findFields(headers, SIGNATURE_FIELD), call)
      },

      safeVerify(body, headers, call) {
        try {
          return succeed(verifier.verify(body, headers, call))
        } catch (error) {
          return fail(error)
        }
      },

      async verifyAsync(body, headers, call) {
        const readBody = bodyReader(body)
        const fields = findFields(headers, DELIVERY_FIELDS)
        return readEvent(await checkSignatureAsync(checked, readBody, headers, fields, call), fields)
      },

      async verifySignatureAsync(body, headers, call) {
        return checkSignatureAsync(
          checked,
          bodyReader(body),
          headers,
          findFields(headers, SIGNATURE_FIELD),
          call,
        )
      },

      safeVerifyAsync: (body, headers, call) => verifier.verifyAsync(body, headers, call).then(succeed, fail),
    }
    return verifier
  }
}

function readEvent(
  { rawBody, signedAt, secretId }: VerifiedSignature,
  fields: DeliveryFields,
): VerifiedWebhook {
  const event = parsePayload(rawBody)
  if (fields['x-webhook-event']?.some((value) => value !== event.event))
    throw new WebhookVerificationError('event_mismatch', TEXTS && 'X-Webhook-Event differs')
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
  const deliveryId = fields['x-webhook-id']?.[0]
  const attempt = fields['x-webhook-attempt']?.[0]
  if (typeof deliveryId === 'string' && /^[\w-]{1,64}$/.test(deliveryId)) delivery.deliveryId = deliveryId
  if (typeof attempt === 'string' && /^[1-9]\d{0,8}$/.test(attempt)) delivery.attempt = Number(attempt)
}
