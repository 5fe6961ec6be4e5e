import { WebhookVerificationError } from '../errors/error.js'
import type { WebhookErrorCode } from '../errors/hints.js'
import { signWebhook } from '../index.node.js'
import type { UnknownWebhookEvent } from '../verifier/payload.js'

const STRANGER = 'whsec_of-someone-who-is-not-the-service'
const ANOTHER_STRANGER = 'whsec_of-yet-another-who-is-not-the-service'
const BOM = '\ufeff'
/** Far enough beyond a tolerance of 300 s that a slow test does not come back into it. */
const OUT_OF_TOLERANCE_SECONDS = 600

/**
 * Each variant of a signed request with what a verifier makes of it, at a tolerance of 300 s: `ok`, or the code of its
 * error.
 *
 * - `valid`: as the service sends it
 * - `old`, `future`: signed 600 s earlier, 600 s later
 * - `forged`: signed with another secret
 * - `rotated`: three `v1`, the right one between those of two other secrets
 * - `respaced`: the JSON was written again with other white space after it was signed
 * - `truncated`: the last byte of the body is lost
 * - `bom`: the body begins with a byte order mark and is signed so
 * - `unknown`: an event that is newer than this package; its name is `order.archived`
 */
export const VARIANTS = /* @__PURE__ */ Object.freeze({
  valid: 'ok',
  old: 'timestamp_too_old',
  future: 'timestamp_too_new',
  forged: 'signature_mismatch',
  rotated: 'ok',
  respaced: 'signature_mismatch',
  truncated: 'signature_mismatch',
  bom: 'ok',
  unknown: 'ok',
} as const satisfies Record<string, 'ok' | WebhookErrorCode>)

/** How a request departs from what the service sends. */
export type Variant = keyof typeof VARIANTS

/** How a request is made. */
export interface SignedRequestOptions {
  /** The receiver's webhook secret. */
  secret: string | Uint8Array
  /** Epoch milliseconds of the signature; now. */
  at?: number | undefined
  /** `valid`. */
  variant?: Variant | undefined
  /** X-Webhook-Id; `wd_test`. */
  deliveryId?: string | undefined
  /** X-Webhook-Attempt; 1. */
  attempt?: number | undefined
}

/** A webhook as it arrives, in the forms that servers and tests take. */
export interface SignedRequest {
  /** The exact bytes. */
  body: Uint8Array<ArrayBuffer>
  /** Lower-case names, as Node gives them. */
  headers: Record<string, string>
  /** The same as a POST to `http://localhost/webhooks`, for handlers that take a `Request`. */
  request: Request
}

/**
 * Signs an event as the service does, or wrongly in one of the ways of `VARIANTS`.
 *
 * @throws WebhookVerificationError `invalid_secret`, `invalid_option` for an unknown variant and an `at` that is no time
 * @see the interface, «Webhook signature»
 * @example
 * ```ts
 * import { createReceiver } from '@merchantpay/webhook-verify'
 * import { fixtures, signedRequest } from '@merchantpay/webhook-verify/testing'
 *
 * const secret = 'whsec_example'
 * const receiver = createReceiver({ secrets: secret, dedupe: false, on: {} })
 * const { body, headers } = signedRequest(fixtures['payment.confirmed'], { secret, variant: 'old' })
 * console.log((await receiver.handle(body, headers)).body) // {"error":"timestamp_too_old"}
 * ```
 */
export function signedRequest(
  event: UnknownWebhookEvent,
  { secret, at = Date.now(), variant = 'valid', deliveryId = 'wd_test', attempt = 1 }: SignedRequestOptions,
): SignedRequest {
  if (!Object.hasOwn(VARIANTS, variant))
    throw new WebhookVerificationError('invalid_option', 'there is no such variant')
  const sent = variant === 'unknown' ? { ...event, event: 'order.archived' } : event
  const signed = (variant === 'bom' ? BOM : '') + JSON.stringify(sent)
  const signature = signWebhook({
    body: signed,
    secrets: secretsOf(variant, secret),
    timestamp: Math.floor(at / 1000) + shiftOf(variant),
  })
  const body = new TextEncoder().encode(variant === 'respaced' ? JSON.stringify(sent, null, 2) : signed)
  return asRequest(variant === 'truncated' ? body.slice(0, -1) : body, {
    'content-type': 'application/json',
    'x-merchant-signature': signature,
    'x-webhook-event': sent.event,
    'x-webhook-id': deliveryId,
    'x-webhook-attempt': `${attempt}`,
  })
}

function secretsOf(variant: Variant, secret: string | Uint8Array): (string | Uint8Array)[] {
  if (variant === 'forged') return [STRANGER]
  return variant === 'rotated' ? [STRANGER, secret, ANOTHER_STRANGER] : [secret]
}

function shiftOf(variant: Variant): number {
  if (variant === 'old') return -OUT_OF_TOLERANCE_SECONDS
  return variant === 'future' ? OUT_OF_TOLERANCE_SECONDS : 0
}

function asRequest(body: Uint8Array<ArrayBuffer>, headers: Record<string, string>): SignedRequest {
  const request = new Request('http://localhost/webhooks', { method: 'POST', headers, body })
  return { body, headers, request }
}
