/** What could act on a terminal or turn a line around; line feed and tab are text. */
const HARMFUL = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** A run of valid UTF-8, each byte as one character, or one byte that belongs to none. */
const UTF8_RUN =
  /(?:[^\x80-\xff]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})+|[\s\S]/g

/** Bytes of a stranger as text that every database keeps and that nothing obeys: the rest is spelled out. */
export const sampleText = (bytes: Buffer): string => bytes.toString('latin1').replace(UTF8_RUN, readRun)

function readRun(run: string): string {
  const isStray = run.length === 1 && run > '\x7f'
  if (isStray) return `\\x${hex(run)}`
  return Buffer.from(run, 'latin1').toString('utf8').replace(HARMFUL, spellOut)
}

const spellOut = (found: string): string => (found <= '\x7f' ? `\\x${hex(found)}` : `\\u{${hex(found)}}`)

const hex = (character: string): string => (character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')
