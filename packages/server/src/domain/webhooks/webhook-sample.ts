import { isUtf8 } from 'node:buffer'
import { escapeHarmful } from '@merchantpay/core/delivery-attempts'

/** A run of valid UTF-8 with one character per byte, or a single invalid byte. */
const UTF8_RUN =
  /(?:[^\x80-\xff]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})+|[\s\S]/g

/** Converts untrusted bytes to text that is safe to store and to print. Invalid bytes and control characters are escaped. */
export function sampleText(bytes: Buffer): string {
  const text = isUtf8(bytes) ? bytes.toString('utf8') : escapeInvalidBytes(bytes)
  return escapeHarmful(text)
}

/** Works in a few passes over the whole text, so that random bytes cannot keep the server busy. */
function escapeInvalidBytes(bytes: Buffer): string {
  const valid = bytes
    .toString('latin1')
    .replace(UTF8_RUN, (run) => (isInvalidByte(run) ? escapeByte(run) : run))
  return Buffer.from(valid, 'latin1').toString('utf8')
}

const isInvalidByte = (run: string): boolean => run.length === 1 && run > '\x7f'

const hex = (code: number): string => code.toString(16).padStart(2, '0')
const BYTES = Array.from({ length: 256 }, (_, byte) => `\\x${hex(byte)}`)

const escapeByte = (byte: string): string => BYTES[byte.charCodeAt(0)] ?? ''
