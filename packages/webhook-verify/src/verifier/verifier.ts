import { type AsyncBodyInput, type BodyInput, bodyReader, toBytes } from '../body/bytes.js'
import { WebhookVerificationError } from '../errors/error.js'
import { type Fields, findFields, type HeadersInput } from '../signature/header-fields.js'
import type { HmacPort, SyncHmacPort } from '../signature/hmac.js'
import { withKeyCache } from '../signature/key-cache.js'
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

/** The result of every verified delivery. */
export interface VerifiedDelivery extends VerifiedSignature {
  /** X-Webhook-Id, the same for all attempts. Not signed: for logs only. */
  deliveryId?: string
  /** X-Webhook-Attempt, from 1. Not signed: for logs only. */
  attempt?: number
}

/** A verified webhook. `known` is false for an event that is newer than this package. */
export type VerifiedWebhook =
  | (VerifiedDelivery & { known: true; event: WebhookEvent })
  | (VerifiedDelivery & { known: false; event: UnknownWebhookEvent })

/** Verifies webhooks on every runtime, with secrets that are checked and imported once. Its function needs no `this`. */
export interface AsyncVerifier {
  /**
   * Verifies signature and age, then reads the event. A resolver may return a promise, and the body may still be unread.
   * Bytes are copied at the call, so later writes change nothing.
   *
   * @throws WebhookVerificationError in a rejection, in the order of the checks: `raw_body_required`, `invalid_body` ·
   *   `missing_header`, `duplicate_header`, `header_too_large`, `malformed_header`, `duplicate_timestamp`,
   *   `no_signature`, `too_many_signatures` · `invalid_option` when the clock fails, or the clock or `receivedAt` is not a
   *   finite number · `secret_unavailable`, and `invalid_secret` when a resolver returns a value that cannot be a webhook
   *   secret · `body_aborted` when an unread body ends in an error · `signature_mismatch` · `timestamp_too_old`,
   *   `timestamp_too_new` · `invalid_payload`, `event_mismatch`
   * @see the interface, "Webhook signature" and "Webhook events"
   */
  verifyAsync(body: AsyncBodyInput, headers: HeadersInput, options?: VerifyOptions): Promise<VerifiedWebhook>
}

/** A verifier where HMAC is synchronous: on Node, Bun and Deno. Its functions need no `this`. */
export interface Verifier extends AsyncVerifier {
  /**
   * Verifies signature and age, then reads the event.
   *
   * @throws WebhookVerificationError as `verifyAsync`, except `body_aborted`; `sync_unavailable` when a resolver returns a
   *   promise
   * @see the interface, "Webhook signature" and "Webhook events"
   */
  verify(body: BodyInput, headers: HeadersInput, options?: VerifyOptions): VerifiedWebhook
}

const DELIVERY_FIELDS = {
  12: 'x-webhook-id',
  15: 'x-webhook-event',
  17: 'x-webhook-attempt',
  20: 'x-merchant-signature',
} as const
type DeliveryFields = Fields<(typeof DELIVERY_FIELDS)[keyof typeof DELIVERY_FIELDS]>

/** Makes `createVerifier` for a build without synchronous calls. */
export function asyncVerifierMaker<Key>(hmac: HmacPort<Key>): (options: VerifierOptions) => AsyncVerifier {
  return (options) => ({ verifyAsync: asyncCall(checkOptions(withKeyCache(hmac), options)) })
}

/** Makes `createVerifier` for a build with them. */
export function verifierMaker<Key>(hmac: SyncHmacPort<Key>): (options: VerifierOptions) => Verifier {
  return (options) => {
    const checked = checkOptions<Key, SyncHmacPort<Key>>(withKeyCache(hmac), options)
    return { verify: syncCall(checked), verifyAsync: asyncCall(checked) }
  }
}

function syncCall<Key>(options: CheckedOptions<Key, SyncHmacPort<Key>>): Verifier['verify'] {
  return (body, headers, call) => {
    const bytes = toBytes(body)
    const fields = findFields(headers, DELIVERY_FIELDS)
    return readEvent(checkSignature(options, bytes, headers, fields, call), fields)
  }
}

function asyncCall<Key>(options: CheckedOptions<Key>): AsyncVerifier['verifyAsync'] {
  return async (body, headers, call) => verifyRead(options, bodyReader(body), headers, call)
}

/** Verifies a webhook. Its body is read once header and secrets are valid. */
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
  // Without a spread, which takes longer than the rest of this function.
  const delivery = { event, known: isKnownEvent(event), rawBody, signedAt, secretId }
  noteUnsigned(delivery, fields)
  return delivery as VerifiedWebhook // `known` is set from the name of `event`
}

// Any sender can write these two fields, so only plain words are returned.
function noteUnsigned(delivery: VerifiedDelivery, fields: DeliveryFields): void {
  const { 'x-webhook-id': deliveryId, 'x-webhook-attempt': attempt } = fields
  if (typeof deliveryId === 'string' && /^[\w-]{1,64}$/.test(deliveryId)) delivery.deliveryId = deliveryId
  if (typeof attempt === 'string' && /^[1-9]\d{0,8}$/.test(attempt)) delivery.attempt = Number(attempt)
}
