import { type BodyInput, toBytes } from './body.js'
import { isEqual, mac } from './crypto.node.js'
import { isWebhookVerificationError, WebhookVerificationError } from './error.js'
import { parseSignatureHeader, type SignatureHeader } from './header.js'
import { findFields, type HeadersInput, type WebhookFields } from './headers.js'
import { isKnownEvent, parsePayload, type UnknownWebhookEvent, type WebhookEvent } from './payload.js'
import { type ImportedSecret, importSecrets, type Secrets, unexpired } from './secrets.js'
import { checkAge, checkTolerance, readClock } from './time.js'

/** What a verifier is made of. */
export interface VerifierOptions {
  /** The webhook secret, or 1 to 8 of them; the signature of any one is enough. */
  secrets: Secrets
  /** Accepted age and lead of a signature in whole seconds, both ends included; 300. `Infinity` accepts any time. */
  toleranceSeconds?: number | undefined
  /** Epoch milliseconds of now; `Date.now`. */
  clock?: (() => number) | undefined
}

/** How one call departs from the verifier's options. */
export interface VerifyOptions {
  /** Epoch milliseconds at which the request arrived, for a worker behind a queue; judged instead of the clock. */
  receivedAt?: number | undefined
}

/** What a right signature vouches for. */
export interface VerifiedSignature {
  /** The bytes that were signed. */
  rawBody: Uint8Array
  /** Epoch milliseconds, of whole seconds. */
  signedAt: number
  /** The `id` of the first secret that matches, or `secret-1`, `secret-2` … by position. */
  secretId: string
}

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
   *   `invalid_payload`, `event_mismatch`; `invalid_option` when the clock fails, or it or `receivedAt` gives no number
   */
  verify(body: BodyInput, headers: HeadersInput, options?: VerifyOptions): VerifiedWebhook
  /** Like `verify`, up to the age: the body is not read, so it need not be JSON. */
  verifySignature(body: BodyInput, headers: HeadersInput, options?: VerifyOptions): VerifiedSignature
  /** Like `verify`, with the error returned instead of thrown. */
  safeVerify(body: BodyInput, headers: HeadersInput, options?: VerifyOptions): SafeVerifiedWebhook
}

/**
 * Makes a verifier, once per server: options are checked and secrets imported here and not per request.
 *
 * @throws WebhookVerificationError `invalid_secret` for what cannot be a webhook secret, `invalid_option` for a
 *   tolerance that is neither a whole number of seconds nor `Infinity`
 * @see the interface, «Webhook signature»; openapi/DECISIONS.md «Webhooks»
 * @example
 * ```ts
 * import { createVerifier, signWebhook } from '@merchantpay/webhook-verify'
 *
 * const verifier = createVerifier({
 *   secrets: [{ id: '2026', secret: 'whsec_new' }, { id: '2025', secret: 'whsec_old', expiresAt: Date.now() + 86_400_000 }],
 * })
 * const body = '{"event":"order.archived","timestamp":"2026-01-01T00:00:00Z","data":{}}'
 * const header = signWebhook({ body, secrets: 'whsec_old', timestamp: Math.floor(Date.now() / 1000) })
 * console.log(verifier.verify(body, { 'X-Merchant-Signature': header }).secretId) // 2025
 * ```
 */
export function createVerifier(options: VerifierOptions): Verifier {
  // Callers without types may leave the options out, here and below; then the secrets are what is missing.
  const secrets = importSecrets(options?.secrets)
  const toleranceSeconds = checkTolerance(options.toleranceSeconds)
  const clock = options.clock ?? Date.now

  function check(rawBody: Uint8Array, fields: WebhookFields, call?: VerifyOptions): VerifiedSignature {
    const header = parseSignatureHeader(fields['x-merchant-signature'])
    const now = readClock(clock, call?.receivedAt)
    const secretId = matchSecret(unexpired(secrets, now), header, rawBody)
    checkAge(now, header.seconds, toleranceSeconds)
    return { rawBody, signedAt: header.seconds * 1000, secretId }
  }

  function verifySignature(body: BodyInput, headers: HeadersInput, call?: VerifyOptions): VerifiedSignature {
    return check(toBytes(body), findFields(headers), call)
  }

  function verify(body: BodyInput, headers: HeadersInput, call?: VerifyOptions): VerifiedWebhook {
    const bytes = toBytes(body)
    const fields = findFields(headers)
    const { rawBody, signedAt, secretId } = check(bytes, fields, call)
    const event = parsePayload(rawBody)
    if (fields['x-webhook-event']?.some((value) => value !== event.event))
      throw new WebhookVerificationError('event_mismatch', 'X-Webhook-Event differs')
    // Written out and not by spreading: that copies and takes longer than the rest of this file.
    const delivery = { event, known: isKnownEvent(event), rawBody, signedAt, secretId }
    noteUnsigned(delivery, fields)
    return delivery as VerifiedWebhook // event and known are told apart by one test
  }

  function safeVerify(body: BodyInput, headers: HeadersInput, call?: VerifyOptions): SafeVerifiedWebhook {
    try {
      return Object.assign(verify(body, headers, call), { ok: true as const })
    } catch (error) {
      if (isWebhookVerificationError(error)) return { ok: false, error }
      throw error
    }
  }

  return { verify, verifySignature, safeVerify }
}

function matchSecret(
  secrets: readonly ImportedSecret[],
  header: SignatureHeader,
  rawBody: Uint8Array,
): string {
  let matched: string | undefined
  // No early exit: neither the secret that matches nor the place of its v1 shows in the time this takes.
  for (const { id, key } of secrets) {
    const expected = mac(key, header.seconds, rawBody)
    for (const signature of header.signatures) if (isEqual(expected, signature)) matched ??= id
  }
  if (matched !== undefined) return matched
  const counts = `${header.signatures.length} v1, ${secrets.length} secrets, ${rawBody.length} bytes`
  throw new WebhookVerificationError('signature_mismatch', `no v1 fits any secret: ${counts}`)
}

// Anyone can write these two, so only plain words reach the log.
function noteUnsigned(delivery: VerifiedDelivery, fields: WebhookFields): void {
  const deliveryId = fields['x-webhook-id']?.[0]
  const attempt = fields['x-webhook-attempt']?.[0]
  if (typeof deliveryId === 'string' && /^[\w-]{1,64}$/.test(deliveryId)) delivery.deliveryId = deliveryId
  if (typeof attempt === 'string' && /^[1-9]\d{0,8}$/.test(attempt)) delivery.attempt = Number(attempt)
}
