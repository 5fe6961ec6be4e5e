import { HINTS, type WebhookErrorCode } from './hints.js'
import { TEXTS } from './texts.js'

// A code without a row is a bad request: 400.
const STATUS: { readonly [Code in WebhookErrorCode]?: number } = {
  signature_mismatch: 401,
  timestamp_too_old: 401,
  timestamp_too_new: 401,
  raw_body_required: 500,
  invalid_secret: 500,
  invalid_option: 500,
  sync_unavailable: 500,
  body_timeout: 408,
  replayed: 409,
  body_too_large: 413,
  unsupported_encoding: 415,
  secret_unavailable: 503,
  store_unavailable: 503,
}

/** What an error may carry besides its code and message. */
export interface WebhookErrorDetails {
  /** Follows the usual hint of the code. */
  hint?: string
  /** What a function of the caller threw: a resolver, a store. */
  cause?: unknown
}

// In the global registry, so that the ESM and the CJS build, and other realms, know each other's errors.
const BRAND = Symbol.for('@merchantpay/webhook-verify/error')

/**
 * The only error that verifying, signing and receiving throw, whatever a request brings. It carries no body, no secret
 * and no MAC.
 *
 * @example
 * ```ts
 * import { createVerifier } from '@merchantpay/webhook-verify'
 *
 * const result = createVerifier({ secrets: 'whsec_example' }).safeVerify('{}', 't=1,v1=beef')
 * if (!result.ok) console.log(result.error.status, result.error.code) // 400 malformed_header
 * ```
 */
export class WebhookVerificationError extends Error {
  /** What went wrong, for machines. */
  declare readonly code: WebhookErrorCode
  /** The HTTP status to answer with: 4xx for a bad request, 500 for a fault of the receiver, 503 to be called again. */
  declare readonly status: number
  /** The usual fix, for the people who run the receiver; not for the answer. */
  declare readonly hint: string

  /** Makes an error of `code` that says `message`, or its code in words; status and hint follow from the code. */
  constructor(code: WebhookErrorCode, message?: string | false, details?: WebhookErrorDetails) {
    super(message || (TEXTS ? code.replaceAll('_', ' ') : code), details)
    this.code = code
    this.status = STATUS[code] ?? 400
    this.hint = TEXTS ? `${HINTS[code]} ${details?.hint ?? ''}`.trim() : ''
  }

  /** Name, code and message: what is safe to log and to send. */
  toJSON(): { name: string; code: WebhookErrorCode; message: string } {
    return { name: this.name, code: this.code, message: this.message }
  }

  /** One line with the code and what happened, a second one with the usual fix. */
  override toString(): string {
    return `${this.name} [${this.code}]: ${this.message}${TEXTS ? `\n  ${this.hint}` : ''}`
  }
}

// On the prototype, because the stack's first line is written before any member of the instance exists.
Object.assign(WebhookVerificationError.prototype, { name: 'WebhookVerificationError', [BRAND]: true })

/**
 * Tells whether a caught value is a `WebhookVerificationError`, also one made by another copy of this package or in
 * another realm, where `instanceof` fails.
 *
 * @example
 * ```ts
 * import { isWebhookVerificationError, verifyWebhook } from '@merchantpay/webhook-verify'
 *
 * try {
 *   verifyWebhook({ body: '{}', headers: {}, secrets: 'whsec_example' })
 * } catch (error) {
 *   if (!isWebhookVerificationError(error)) throw error
 *   console.log(error.code) // missing_header
 * }
 * ```
 */
export function isWebhookVerificationError(value: unknown): value is WebhookVerificationError {
  try {
    return (value as { [BRAND]?: unknown } | null | undefined)?.[BRAND] === true // anything can be asked for a member
  } catch {
    // A proxy may refuse to answer.
    return false
  }
}
