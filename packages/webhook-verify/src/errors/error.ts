import { HINTS, type WebhookErrorCode } from './hints.js'
import { TEXTS } from './texts.js'

// Codes without a row have status 400.
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

/** Details of an error besides its code and message. */
export interface WebhookErrorDetails {
  /** Added to the usual hint of the code. */
  hint?: string
  /** The error of a function of the caller: a resolver, a store. */
  cause?: unknown
}

// In the global registry, so that every copy of the package and every realm has the same one.
const BRAND = Symbol.for('@merchantpay/webhook-verify/error')

/**
 * The only error that verifying, signing and receiving throw, whatever a request contains. It carries no body, no secret
 * and no MAC. `instanceof` also recognizes errors of another copy of this package or of another realm.
 *
 * @example
 * ```ts
 * import { createVerifier, WebhookVerificationError } from '@merchantpay/webhook-verify'
 *
 * try {
 *   await createVerifier({ secrets: 'whsec_example' }).verifyAsync('{}', 't=1,v1=beef')
 * } catch (error) {
 *   if (!(error instanceof WebhookVerificationError)) throw error
 *   console.log(error.status, error.code) // 400 malformed_header
 * }
 * ```
 */
export class WebhookVerificationError extends Error {
  /** The reason, for programs. */
  declare readonly code: WebhookErrorCode
  /** The HTTP status to answer with: 4xx for a bad request, 500 for a fault of the receiver, 503 to be retried. */
  declare readonly status: number
  /** The usual fix, for the operators of the receiver; not for the answer. Empty in errors of `./signature`. */
  declare readonly hint: string

  /** Makes an error of `code` with `message`, or with its code in words; status and hint follow from the code. */
  constructor(code: WebhookErrorCode, message?: string | false, details?: WebhookErrorDetails) {
    super(message || (TEXTS ? code.replaceAll('_', ' ') : code), details)
    this.code = code
    this.status = STATUS[code] ?? 400
    this.hint = TEXTS ? `${HINTS[code]} ${details?.hint ?? ''}`.trim() : ''
  }

  /** Tells by the brand whether a caught value is one of these errors. */
  static override [Symbol.hasInstance](value: unknown): value is WebhookVerificationError {
    try {
      return (value as { [BRAND]?: unknown })[BRAND] === true
    } catch {
      // A revoked proxy throws at every access, and so do null and undefined.
      return false
    }
  }

  /** Name, code and message: safe to log and to send. */
  toJSON(): { name: string; code: WebhookErrorCode; message: string } {
    return { name: this.name, code: this.code, message: this.message }
  }

  /** One line with the code and the message, and a second one with the usual fix. */
  override toString(): string {
    return `${this.name} [${this.code}]: ${this.message}${TEXTS ? `\n  ${this.hint}` : ''}`
  }
}

// On the prototype, because the first line of the stack is written before the instance has members.
Object.assign(WebhookVerificationError.prototype, { name: 'WebhookVerificationError', [BRAND]: true })
