import { WebhookVerificationError } from './error.js'

const MAX_LENGTH = 4096
const MAX_SIGNATURES = 16
const MAC_BYTES = 32

// Sets of characters as bits, so that one loop scans any of them.
const BLANK = 1
const DIGIT = 2
const KEY = 4
const VALUE = 8
const SETS: readonly number[] = /* @__PURE__ */ Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  return (
    (/[ \t]/.test(character) ? BLANK : 0) |
    (/\d/.test(character) ? DIGIT : 0) |
    (/[a-z\d_]/.test(character) ? KEY : 0) |
    (/[!-+\--~]/.test(character) ? VALUE : 0)
  )
})

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
  const { length } = header
  if (length > MAX_LENGTH)
    throw fault('header_too_large', `has ${length} characters, more than ${MAX_LENGTH}`)
  let at = skip(header, 0, BLANK)
  if (at === length) throw fault('missing_header', 'is empty')
  let timestamp = ''
  const signatures: Uint8Array[] = []
  for (;;) {
    const equals = skip(header, at, KEY)
    if (equals === at || header[equals] !== '=') throw malformed(equals)
    const key = header.slice(at, equals)
    const start = equals + 1
    if (key === 't') {
      if (timestamp) throw fault('duplicate_timestamp', 'has t twice')
      at = skip(header, start, DIGIT)
      timestamp = header.slice(start, at)
      if (!isCanonical(timestamp)) throw malformed(start)
    } else if (key === 'v1') {
      if (signatures.length === MAX_SIGNATURES) {
        throw fault('too_many_signatures', `has more than ${MAX_SIGNATURES} v1`)
      }
      signatures.push(decodeMac(header, start))
      at = start + 2 * MAC_BYTES
    } else {
      at = skip(header, start, VALUE)
      if (at === start) throw malformed(start)
    }
    at = skip(header, at, BLANK)
    if (at === length) break
    if (header[at] !== ',') throw malformed(at)
    at = skip(header, at + 1, BLANK)
  }
  if (!timestamp) throw fault('malformed_header', 'has no t')
  if (signatures.length === 0) throw fault('no_signature', 'has no v1', { hint: schemesSeen(header) })
  return { timestamp, signatures }
}

function skip(header: string, start: number, set: number): number {
  let at = start
  while (at < header.length && (SETS[header.charCodeAt(at)] ?? 0) & set) at++
  return at
}

// One spelling a number: without leading zeros and with 15 digits at most, so that it is exact as a number.
function isCanonical(timestamp: string): boolean {
  return timestamp.length > 0 && timestamp.length < 16 && (timestamp[0] !== '0' || timestamp === '0')
}

function decodeMac(header: string, start: number): Uint8Array {
  const bytes = new Uint8Array(MAC_BYTES)
  for (let i = 0; i < MAC_BYTES; i++) {
    const at = start + 2 * i
    // A character outside the digits makes the whole negative, whichever half it stands in.
    const byte = (hexDigit(header.charCodeAt(at)) << 4) | hexDigit(header.charCodeAt(at + 1))
    if (byte < 0) throw malformed(at)
    bytes[i] = byte
  }
  return bytes
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  return code >= 0x61 && code <= 0x66 ? code - 0x57 : -1
}

// The header has passed the grammar, so its keys are plain words; a few of them, cut short, tell a person enough.
function schemesSeen(header: string): string {
  const keys = header.split(',').map((item) => item.trim().replace(/=.*/, '').slice(0, 12))
  const schemes = keys.filter((key) => key !== 't').slice(0, 4)
  return `Seen: ${schemes.join(', ') || 'none'}.`
}

function malformed(at: number): WebhookVerificationError {
  return fault('malformed_header', `is malformed at character ${at + 1}`)
}

function fault(...[code, what, details]: ConstructorParameters<typeof WebhookVerificationError>) {
  return new WebhookVerificationError(code, `X-Merchant-Signature ${what}`, details)
}
