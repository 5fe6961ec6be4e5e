import type { Finding } from './validation-errors.js'

/** Escapes of U+0000 and of halves of a surrogate pair: text is strict UTF-8 here, so nothing else can bring these. */
const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i

/**
 * Where a parsed body holds text that not every database keeps: U+0000, or half of a surrogate pair. A name with such
 * text counts for the object that it is in.
 *
 * @param text what was parsed; it tells cheaply that most bodies need no look
 */
export function findUnstorable(text: string, body: unknown): Finding[] {
  if (!SUSPICIOUS.test(text)) return []
  const findings: Finding[] = []
  const left: [path: string, value: unknown][] = [['/body', body]]
  // No recursion: a body nests as deep as it likes.
  for (let next = left.pop(); next; next = left.pop()) {
    const [path, value] = next
    if (typeof value === 'string' && !isStorable(value)) findings.push({ path })
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      if (isStorable(name)) left.push([`${path}/${name}`, inner])
      else findings.push({ path })
    }
  }
  return findings
}

/** Whether every database keeps the text as it is. */
export const isStorable = (text: string): boolean => !text.includes('\0') && isWellFormed(text)

/** Iterating yields pairs as one and halves alone. */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text)
