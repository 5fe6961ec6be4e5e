import { findUnstorableText, isStorable } from '@merchantpay/core/storable-text'
import type { Finding } from './findings.js'

/** Escapes of U+0000 and of halves of a surrogate pair. The text is strict UTF-8, so only escapes can produce these. */
const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i
/** Only the finding that comes first in the contract is answered. */
const MAX_FINDINGS = 16

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
    return findUnstorableText(body) ? [inBody([])] : []
  }
  // An unstorable key is a fault of the whole body, which comes before every property.
  if (!Object.keys(body).every(isStorable)) return [inBody([])]
  const findings: Finding[] = []
  for (const name of new Set([...known, ...Object.keys(body)])) {
    if (findings.length === MAX_FINDINGS) break
    const found = Object.hasOwn(body, name) ? findUnstorableText(Reflect.get(body, name)) : undefined
    if (found) findings.push(inBody([name, ...found.path]))
  }
  return findings
}

const inBody = (segments: readonly string[]): Finding => ({ part: 'body', segments, isMissing: false })
