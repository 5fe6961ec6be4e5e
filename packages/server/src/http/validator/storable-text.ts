import type { Finding } from './findings.js'

/** Escapes of U+0000 and of halves of a surrogate pair. The text is strict UTF-8, so only escapes can produce these. */
const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i
/** Only the finding that comes first in the contract is answered. */
const MAX_FINDINGS = 16

/** A value and the names that lead to it. */
interface Node {
  readonly value: unknown
  readonly name: string
  readonly parent: Node | undefined
}

/**
 * Finds text that not every database stores: U+0000, or half of a surrogate pair. Returns at most one finding per property
 * of the body, {@link MAX_FINDINGS} in all, and visits each value at most once.
 *
 * @param text the JSON that `body` was parsed from; most texts rule out a finding without a visit
 * @param known the properties that the contract names; they come first, so that the bound hides none of them
 */
export function findUnstorable(text: string, body: unknown, known: readonly string[]): Finding[] {
  if (!SUSPICIOUS.test(text)) return []
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return pathToUnstorable(body, '') ? [inBody([])] : []
  }
  // An unstorable key is a fault of the whole body, which comes before every property.
  if (!Object.keys(body).every(isStorable)) return [inBody([])]
  const findings: Finding[] = []
  for (const name of new Set([...known, ...Object.keys(body)])) {
    if (findings.length === MAX_FINDINGS) break
    const path = Object.hasOwn(body, name) ? pathToUnstorable(Reflect.get(body, name), name) : undefined
    if (path) findings.push(inBody(path))
  }
  return findings
}

/** Whether every database keeps the text as it is. */
export const isStorable = (text: string): boolean => !text.includes('\0') && isWellFormed(text)

const inBody = (segments: readonly string[]): Finding => ({ part: 'body', segments, isMissing: false })

/** Returns the names that lead to unstorable text in `value`. An unstorable name is a fault of the object that contains it. */
function pathToUnstorable(value: unknown, name: string): string[] | undefined {
  const left: Node[] = [{ value, name, parent: undefined }]
  // No recursion, since a body may nest to any depth.
  for (let node = left.pop(); node; node = left.pop()) {
    const { value: inner } = node
    if (typeof inner === 'string' && !isStorable(inner)) return pathTo(node)
    if (typeof inner !== 'object' || inner === null) continue
    for (const [key, value] of Object.entries(inner)) {
      if (!isStorable(key)) return pathTo(node)
      left.push({ value, name: key, parent: node })
    }
  }
  return undefined
}

/** Builds the path of the reported node only: a path for each visited node would cost the square of the depth. */
function pathTo(node: Node): string[] {
  const path: string[] = []
  for (let at: Node | undefined = node; at; at = at.parent) path.push(at.name)
  return path.reverse()
}

/** With the `u` flag a surrogate pair is one character, so `\p{Surrogate}` matches only unpaired halves. */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text)
