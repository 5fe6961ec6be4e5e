import { WebhookVerificationError } from '../errors/error.js'
import { TEXTS } from '../errors/texts.js'

// One item. A timestamp has one spelling: no leading zero, and 15 digits at most, so that a number holds it exactly.
// Neighbouring parts share no character, so matching takes linear time.
const ITEM = /^[ \t]*(?:t=(0|[1-9]\d{0,14})|v1=([\da-f]{64})|(?!t=|v1=)[a-z\d_]+=[!-+\--~]+)[ \t]*$/

// The header outside a rotation. The grammar above includes it; matching it at once takes half the time.
const PLAIN = /^t=[1-9]\d{9},v1=[\da-f]{64}$/

/** The parts of a signature header that are used. */
export interface SignatureHeader {
  /** Unix seconds. As decimal text they are the digits that were sent and signed. */
  seconds: number
  /** The 1 to 16 `v1`, each 64 lower-case hex digits. */
  signatures: string[]
}

/**
 * Parses `t=<seconds>,v1=<hex>[,v1=<hex>…]` in one pass. The leftmost fault determines the error.
 *
 * @param header the value of X-Merchant-Signature, or the list of its values
 * @throws WebhookVerificationError `missing_header`, `duplicate_header` (also for equal values), `header_too_large`,
 *   `malformed_header`, `duplicate_timestamp`, `too_many_signatures`, `no_signature`
 * @see the interface, "Webhook signature"; openapi/DECISIONS.md "Webhooks"
 */
export function parseSignatureHeader(header: unknown = ''): SignatureHeader {
  if (Array.isArray(header)) throw new WebhookVerificationError('duplicate_header')
  if (typeof header !== 'string') throw new WebhookVerificationError('malformed_header')
  if (PLAIN.test(header)) return { seconds: Number(header.slice(2, 12)), signatures: [header.slice(16)] }
  if (header.length > 4096) throw new WebhookVerificationError('header_too_large')
  if (/^[ \t]*$/.test(header)) throw new WebhookVerificationError('missing_header')
  let time: string | undefined
  let at = 1
  const signatures: string[] = []
  for (const item of header.split(',')) {
    if (time && /^[ \t]*t=/.test(item)) throw new WebhookVerificationError('duplicate_timestamp')
    if (signatures.length === 16 && /^[ \t]*v1=/.test(item))
      throw new WebhookVerificationError('too_many_signatures')
    const [isItem, t, v1] = ITEM.exec(item) ?? []
    if (!isItem)
      throw new WebhookVerificationError(
        'malformed_header',
        TEXTS && `X-Merchant-Signature is malformed from character ${at} on`,
      )
    time ??= t
    if (v1) signatures.push(v1)
    if (TEXTS) at += item.length + 1
  }
  if (!time) throw new WebhookVerificationError('malformed_header')
  if (signatures.length > 0) return { seconds: Number(time), signatures }
  throw new WebhookVerificationError(
    'no_signature',
    '',
    // The header has passed the grammar, so its keys are plain words. The first 60 characters are enough for the hint.
    TEXTS ? { hint: `Seen: ${header.replace(/=[^,]*/g, '').slice(0, 60)}.` } : undefined,
  )
}
