import { WebhookVerificationError } from '../errors/error.js'
import type { WebhookErrorCode } from '../errors/hints.js'
import { signWebhook } from '../index.node.js'
import type { UnknownWebhookEvent } from '../verifier/payload.js'
import { standardHeaders } from './standard-headers.node.js'

// They sign the headers of Standard Webhooks too, as secrets of the service do.
const FOREIGN_SECRET = 'whsec_ofSomeoneWhoIsNotTheServiceAndNeverWasIt0000'
const OTHER_FOREIGN_SECRET = 'whsec_ofYetAnotherWhoIsNotTheServiceAndNeverWasIt0'
const BOM = '\ufeff'
/** Twice the tolerance of 300 s, so that a slow test stays outside it. */
const OUT_OF_TOLERANCE_SECONDS = 600

/**
 * Each variant of a signed request with the result of `verify` at a tolerance of 300 s: `ok`, or the code of its error.
 *
 * - `valid`: as the service sends it
 * - `old`, `future`: signed 600 s earlier, 600 s later
 * - `forged`: signed with another secret
 * - `rotated`: three `v1`, the matching one between those of two other secrets
 * - `respaced`: the JSON serialized again with other white space after it was signed
 * - `truncated`: without the last byte of the body
 * - `bom`: a body that begins with a byte order mark and is signed with it
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

/** The difference of a request from those of the service. */
export type Variant = keyof typeof VARIANTS

/** Options of a signed request. */
export interface SignedRequestOptions {
  /** The receiver's webhook secret. */
  secret: string | Uint8Array
  /** Epoch milliseconds of the signature. Default: now. */
  at?: number | undefined
  /** Default: `valid`. */
  variant?: Variant | undefined
  /** X-Webhook-Id, and webhook-id. Default: `wd_test`. */
  deliveryId?: string | undefined
  /** X-Webhook-Attempt. Default: 1. */
  attempt?: number | undefined
}

/** A webhook as it arrives, in the forms that servers and handlers take. */
export interface SignedRequest {
  /** The exact bytes. */
  body: Uint8Array<ArrayBuffer>
  /** By lower-case name, as in Node. */
  headers: Record<string, string>
  /** Body and headers as a POST to `http://localhost/webhooks`, for handlers that take a `Request`. */
  request: Request
}

/**
 * Signs an event as the service does, or as one of the `VARIANTS`. With a secret of 44 characters after `whsec_` the headers of
 * Standard Webhooks are there too, of the same variant.
 *
 * @throws WebhookVerificationError `invalid_secret`; `invalid_option` for an unknown variant, and for an `at` that is not a
 *   time
 * @see the interface, "Webhook signature"
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
    throw new WebhookVerificationError('invalid_option', 'variant is not a known variant')
  const sent = variant === 'unknown' ? { ...event, event: 'order.archived' } : event
  const signed = (variant === 'bom' ? BOM : '') + JSON.stringify(sent)
  const secrets = secretsOf(variant, secret)
  const timestamp = Math.floor(at / 1000) + shiftOf(variant)
  const signature = signWebhook({ body: signed, secrets, timestamp })
  const body = new TextEncoder().encode(variant === 'respaced' ? JSON.stringify(sent, null, 2) : signed)
  return asRequest(variant === 'truncated' ? body.slice(0, -1) : body, {
    'content-type': 'application/json',
    'x-merchant-signature': signature,
    'x-webhook-event': sent.event,
    'x-webhook-id': deliveryId,
    'x-webhook-attempt': `${attempt}`,
    ...standardHeaders({ deliveryId, timestamp, body: signed, secrets }),
  })
}

function secretsOf(variant: Variant, secret: string | Uint8Array): (string | Uint8Array)[] {
  if (variant === 'forged') return [FOREIGN_SECRET]
  return variant === 'rotated' ? [FOREIGN_SECRET, secret, OTHER_FOREIGN_SECRET] : [secret]
}

function shiftOf(variant: Variant): number {
  if (variant === 'old') return -OUT_OF_TOLERANCE_SECONDS
  return variant === 'future' ? OUT_OF_TOLERANCE_SECONDS : 0
}

function asRequest(body: Uint8Array<ArrayBuffer>, headers: Record<string, string>): SignedRequest {
  const request = new Request('http://localhost/webhooks', { method: 'POST', headers, body })
  return { body, headers, request }
}
