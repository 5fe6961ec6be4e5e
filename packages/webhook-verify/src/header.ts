import { type WebhookErrorDetails, WebhookVerificationError } from './error.js'
import type { WebhookErrorCode } from './hints.js'
import { TEXTS } from './texts.js'

const MAX_LENGTH = 4096
const MAX_SIGNATURES = 16

// One item with the comma, or the end, behind it. A timestamp has one spelling: no leading zero, and 15 digits at most,
// so that its number says all of it. Neighbouring parts share no character, so matching takes linear time.
const ITEM =
  /(?:t=(?:0|[1-9]\d{0,14})|v1=[\da-f]{64}|(?!t=|v1=)[a-z\d_]+=[!-+\--~]+)[ \t]*(?:$|,[ \t]*(?!$))/y

// What is sent outside a rotation. All of it is in the grammar above; reading it at once takes half the time.
const PLAIN = /^t=[1-9]\d{9},v1=[\da-f]{64}$/

/** The parts of a signature header that count. */
export interface SignatureHeader {
  /** Unix seconds. Written as a number they are the digits that were sent, and these are signed. */
  seconds: number
  /** Each `v1`: 64 lower-case hex digits; 1 to 16 of them. */
  signatures: string[]
}

/**
 * Reads `t=<seconds>,v1=<hex>[,v1=<hex>…]` in one pass. The first fault from the left decides.
 *
 * @param values all that was found of X-Merchant-Signature
 * @throws missing_header, duplicate_header (equal values too), header_too_large, malformed_header,
 *   duplicate_timestamp, too_many_signatures, no_signature
 * @see the interface, «Webhook signature»; openapi/DECISIONS.md «Webhooks»
 */
export function parseSignatureHeader(values: readonly unknown[] = []): SignatureHeader {
  if (values.length > 1) throw fault('duplicate_header', TEXTS && `came ${values.length} times`)
  const { 0: header = '' } = values
  if (typeof header !== 'string') throw fault('malformed_header', TEXTS && `is a ${typeof header}`)
  if (PLAIN.test(header)) return { seconds: Number(header.slice(2, 12)), signatures: [header.slice(16)] }
  if (header.length > MAX_LENGTH)
    throw fault('header_too_large', TEXTS && `has over ${MAX_LENGTH} characters`)
  let at = header.search(/[^ \t]/)
  if (at < 0) throw fault('missing_header', TEXTS && 'is missing or empty')
  let seconds: number | undefined
  const signatures: string[] = []
  do {
    const isTime = header.startsWith('t=', at)
    const isSignature = header.startsWith('v1=', at)
    if (isTime && seconds !== undefined) throw fault('duplicate_timestamp', TEXTS && 'has two t')
    if (isSignature && signatures.length === MAX_SIGNATURES)
      throw fault('too_many_signatures', TEXTS && `has over ${MAX_SIGNATURES} v1`)
    ITEM.lastIndex = at
    if (!ITEM.test(header))
      throw fault('malformed_header', TEXTS && `is malformed from character ${at + 1} on`)
    if (isTime) seconds = Number.parseInt(header.slice(at + 2), 10)
    if (isSignature) signatures.push(header.slice(at + 3, at + 67))
    at = ITEM.lastIndex
  } while (at < header.length)
  if (seconds === undefined) throw fault('malformed_header', TEXTS && 'has no t')
  if (signatures.length > 0) return { seconds, signatures }
  // The header has passed the grammar, so its keys are plain words; a few of them tell a person enough.
  const seen = TEXTS && { hint: `Seen: ${header.replace(/=[^,]*/g, '').slice(0, 60)}.` }
  throw fault('no_signature', TEXTS && 'has no v1', seen || undefined)
}

function fault(
  code: WebhookErrorCode,
  what: string | false,
  details?: WebhookErrorDetails,
): WebhookVerificationError {
  return new WebhookVerificationError(code, TEXTS && `X-Merchant-Signature ${what}`, details)
}
