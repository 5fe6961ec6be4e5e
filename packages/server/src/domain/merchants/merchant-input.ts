import { parseUrl, URL_LENGTH } from '@merchantpay/core/url'
import { DomainError } from '../shared/errors.js'
import { METADATA_BYTES, METADATA_DEPTH } from '../shared/policy.js'

/** 2^53 − 1: the largest integer that all JSON parsers read exactly. */
const LARGEST_EXACT = 9_007_199_254_740_991

export type Metadata = { [key: string]: unknown }

/**
 * Validates and normalises an absolute HTTPS URL without credentials, of at most 2,048 characters.
 *
 * @throws invalid_return_url
 */
export function requireReturnUrl(text: string): string {
  const url = parseUrl(text)
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === ''
  if (isPlain && url.href.length <= URL_LENGTH) return url.href
  throw new DomainError('invalid_return_url', {
    param: 'return_url',
    detail: `must be https, without credentials, of at most ${URL_LENGTH} characters`,
  })
}

/** Returns metadata as JSON of at most 16 KiB and 5 levels. @throws invalid_metadata */
export function requireMetadata(metadata: Metadata = {}): string {
  if (!isStorable(metadata, METADATA_DEPTH)) {
    throw invalidMetadata(`at most ${METADATA_DEPTH} levels, and numbers up to 2^53 - 1`)
  }
  const text = JSON.stringify(metadata)
  if (Buffer.byteLength(text) > METADATA_BYTES) throw invalidMetadata(`at most ${METADATA_BYTES} bytes`)
  return text
}

const invalidMetadata = (detail: string) => new DomainError('invalid_metadata', { param: 'metadata', detail })

/** Returns JSON with sorted keys, so that equal values give equal text. */
export function canonicalJson(text: string): string {
  return JSON.stringify(JSON.parse(text), (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}

/** Whether `value` has at most `levels` levels, and no number above 2^53 − 1, which JSON would not preserve. */
function isStorable(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return Math.abs(value) <= LARGEST_EXACT
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isStorable(inner, levels - 1))
}
