import type { DiagnosisCause } from './causes.js'

/** Bytes that may have been signed, with the causes that changed them since. */
export interface SuspectBody {
  bytes: Uint8Array
  causes: readonly DiagnosisCause[]
}

interface SuspectText {
  text: string
  causes: readonly DiagnosisCause[]
}

type Undo = (text: string) => string[]

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** The characters of Windows-1252 from 0x80 to 0x9f. Not every engine's decoder has them. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const STRING_OR_SPACE = /("(?:[^"\\]|\\.)*")|\s+/g
const TOKEN = /("(?:[^"\\]|\\.)*")|([{[])([}\]]?)|[}\]:,]/g
/** Deeper JSON is not indented: its indentation grows with the square of its depth. */
const MAX_DEPTH = 64
/** With more causes nearly every mismatch could be explained. */
export const MAX_CAUSES = 3

// The inverse of each cause, the more likely cause first, since two causes can explain the same bytes.
const UNDO: readonly (readonly [DiagnosisCause, Undo])[] = [
  ['newline_at_end', (text) => [text.replace(/\r?\n$/, ''), `${text}\n`, `${text}\r\n`]],
  ['line_ends', (text) => [text.replaceAll('\r\n', '\n'), text.replace(/\r?\n/g, '\r\n')]],
  ['byte_order_mark', (text) => [text.replace(/^\ufeff/, ''), `\ufeff${text}`]],
  ['latin1', (text) => undoLatin1(text)],
  ['json_spaced', onJson((text) => [compact(text)])],
  ['json_compacted', onJson((text) => layOut(compact(text)))],
  ['unicode_escapes', onJson((text) => [unescapeUnits(text), ...escapeUnits(text)])],
  ['slash_escapes', onJson((text) => [text.replace(/\\(.)/gs, unescapeSlash), escapeSlashes(text)])],
]

/** The bodies that may have been signed when `received` arrived, those with fewer causes first. */
export function* suspectBodies(received: Uint8Array): Generator<SuspectBody> {
  yield { bytes: received, causes: [] }
  const text = decode(received)
  // Bytes that are not UTF-8 may have been written as Latin-1.
  const queue: SuspectText[] =
    text === undefined
      ? [{ text: Array.from(received, (byte) => String.fromCharCode(byte)).join(''), causes: ['latin1'] }]
      : undoOne({ text, causes: [] })
  const seen = new Set([text])
  for (const suspect of queue) {
    if (seen.has(suspect.text)) continue
    seen.add(suspect.text)
    yield { bytes: new TextEncoder().encode(suspect.text), causes: suspect.causes }
    if (suspect.causes.length < MAX_CAUSES) queue.push(...undoOne(suspect))
  }
}

function undoOne({ text, causes }: SuspectText): SuspectText[] {
  return UNDO.filter(([cause]) => !causes.includes(cause)).flatMap(([cause, undo]) =>
    undo(text).map((undone) => ({ text: undone, causes: [...causes, cause] })),
  )
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}

// Outside JSON, quotation marks may be unpaired, and the search for the second one could take quadratic time.
function onJson(undo: Undo): Undo {
  return (text) => {
    try {
      JSON.parse(text)
    } catch {
      return []
    }
    return undo(text)
  }
}

function compact(json: string): string {
  return json.replace(STRING_OR_SPACE, (_, string?: string) => string ?? '')
}

/** The layouts of JSON libraries for a compact text: with 2 or 4 spaces, with tabs, or on one line with spaces. */
function layOut(json: string): string[] {
  const oneLine = json.replace(TOKEN, (found) => (found === ':' || found === ',' ? `${found} ` : found))
  return [...['  ', '    ', '\t'].map((unit) => indent(json, unit)), oneLine]
}

function indent(json: string, unit: string): string {
  let depth = 0
  let deepest = 0
  const line = (step: number) => {
    depth += step
    deepest = Math.max(depth, deepest)
    return deepest > MAX_DEPTH ? '' : `\n${unit.repeat(depth)}`
  }
  const indented = json.replace(TOKEN, (found, string?: string, open?: string, close?: string) => {
    if (string !== undefined || close) return found
    if (open !== undefined) return `${open}${line(1)}`
    if (found === ':') return ': '
    return found === ',' ? `,${line(0)}` : `${line(-1)}${found}`
  })
  return deepest > MAX_DEPTH ? json : indented
}

// A backslash is matched together with the next character, so that `\\u0041` stays a backslash before plain letters.
function unescapeUnits(json: string): string {
  return json.replace(/\\(?:u([\da-f]{4})|.)/gis, (found, hex?: string) => {
    const unit = String.fromCharCode(Number.parseInt(hex ?? '0', 16))
    return unit < ' ' || unit === '"' || unit === '\\' ? found : unit
  })
}

function escapeUnits(json: string): string[] {
  const hex = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, '0')
  return [
    json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${hex(unit)}`),
    json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${hex(unit).toUpperCase()}`),
  ]
}

function unescapeSlash(pair: string, character: string): string {
  return character === '/' ? character : pair
}

function escapeSlashes(json: string): string {
  return json.replace(/\\.|\//gs, (found) => (found === '/' ? '\\/' : found))
}

// Latin-1 often means Windows-1252; this undoes both.
function undoLatin1(text: string): string[] {
  const bytes: number[] = []
  for (const character of text) {
    const code = character.charCodeAt(0)
    const place = WINDOWS_1252.indexOf(character)
    if (code > 0xff && place < 0) return []
    bytes.push(place < 0 ? code : 0x80 + place)
  }
  const undone = decode(Uint8Array.from(bytes))
  return undone === undefined ? [] : [undone]
}
