import { WebhookVerificationError } from './error.js'

const MAX_LENGTH = 4096
const MAX_SIGNATURES = 16

// One item with the comma or the end behind it. A timestamp has one spelling: no leading zero, and 15 digits at most, so
// that it is exact as a number. Neighbouring parts share no character, so matching takes linear time.
const ITEM = /(?:t=(0|[1-9]\d{0,14})|v1=([\da-f]{64})|(?!t=|v1=)[a-z\d_]+=[!-+\--~]+)[ \t]*(?:$|(,)[ \t]*)/y

/** The parts of a signature header that count. */
export interface SignatureHeader {
  /** Unix seconds, as sent: these digits are what is signed. */
  timestamp: string
  /** Each `v1`, decoded to 32 bytes; 1 to 16 of them. */
  signatures: Uint8Array[]
}

/**
 * Reads `t=<seconds>,v1=<hex>[,v1=<hex>…]` in one pass. The first fault from the left decides.
 *
 * @throws missing_header, header_too_large, malformed_header, duplicate_timestamp, too_many_signatures, no_signature
 * @see the interface, «Webhook signature»; openapi/DECISIONS.md «Webhooks»
 */
export function parseSignatureHeader(header: string): SignatureHeader {
  if (header.length > MAX_LENGTH) throw fault('header_too_large', `has over ${MAX_LENGTH} characters`)
  let at: number | undefined = header.search(/[^ \t]/)
  if (at < 0) throw fault('missing_header', 'is empty')
  let timestamp = ''
  const signatures: Uint8Array[] = []
  do {
    if (timestamp && header.startsWith('t=', at)) throw fault('duplicate_timestamp', 'has two t')
    if (signatures.length === MAX_SIGNATURES && header.startsWith('v1=', at)) {
      throw fault('too_many_signatures', `has over ${MAX_SIGNATURES} v1`)
    }
    ITEM.lastIndex = at
    const item = ITEM.exec(header)
    if (!item) throw fault('malformed_header', `is malformed from character ${at + 1} on`)
    const { 1: t, 2: v1, 3: comma } = item
    if (t) timestamp = t
    if (v1) signatures.push(decodeMac(v1))
    at = comma ? ITEM.lastIndex : undefined
  } while (at !== undefined)
  if (!timestamp) throw fault('malformed_header', 'has no t')
  if (signatures.length === 0) throw fault('no_signature', 'has no v1', schemesSeen(header))
  return { timestamp, signatures }
}

function decodeMac(hex: string): Uint8Array {
  const bytes = new Uint8Array(32)
  for (let i = 0; i < 64; i += 2)
    bytes[i >> 1] = (hexDigit(hex.charCodeAt(i)) << 4) | hexDigit(hex.charCodeAt(i + 1))
  return bytes
}

// Of a character known to be 0 to 9, codes 0x30 to 0x39, or a to f, codes 0x61 to 0x66.
function hexDigit(code: number): number {
  return (code & 15) + (code >> 6) * 9
}

// The header has passed the grammar, so its keys are plain words; a few of them tell a person enough.
function schemesSeen(header: string): { hint: string } {
  return { hint: `Seen: ${header.replace(/=[^,]*/g, '').slice(0, 60)}.` }
}

function fault(...[code, what, details]: ConstructorParameters<typeof WebhookVerificationError>) {
  return new WebhookVerificationError(code, `X-Merchant-Signature ${what}`, details)
}
