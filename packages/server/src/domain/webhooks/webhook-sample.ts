import { isUtf8 } from 'node:buffer'

/** What could act on a terminal or turn a line around; line feed and tab are text. */
const HARMFUL = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** A run of valid UTF-8, each byte as one character, or one byte that belongs to none. */
const UTF8_RUN =
  /(?:[^\x80-\xff]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})+|[\s\S]/g

/** Bytes of a stranger as text that every database keeps and that nothing obeys: the rest is spelled out. */
export function sampleText(bytes: Buffer): string {
  const text = isUtf8(bytes) ? bytes.toString('utf8') : withoutStrays(bytes)
  return text.replace(HARMFUL, spellOut)
}

/** In few steps, each over all of it: a receiver that answers with noise must not keep the server busy. */
function withoutStrays(bytes: Buffer): string {
  const valid = bytes.toString('latin1').replace(UTF8_RUN, (run) => (isStray(run) ? spellByte(run) : run))
  return Buffer.from(valid, 'latin1').toString('utf8')
}

const isStray = (run: string): boolean => run.length === 1 && run > '\x7f'

const hex = (code: number): string => code.toString(16).padStart(2, '0')
const BYTES = Array.from({ length: 256 }, (_, byte) => `\\x${hex(byte)}`)

const spellByte = (byte: string): string => BYTES[byte.charCodeAt(0)] ?? ''

const spellOut = (found: string): string =>
  found <= '\x7f' ? spellByte(found) : `\\u{${hex(found.charCodeAt(0))}}`
