import { UsageError } from './errors.js'

/** Headers as a plain object. */
export type HeaderValues = Readonly<Record<string, string>>

const RESERVED = new Set(['authorization', 'accept', 'content-type', 'idempotency-key'])

/**
 * Takes over a caller's headers with lower-case names.
 *
 * @throws UsageError for a header that the client writes itself, or one that HTTP does not allow; the
 * value stays out of the message
 */
export function readHeaders(headers: HeaderValues | undefined): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers ?? {})) {
    const key = name.toLowerCase()
    if (RESERVED.has(key)) throw new UsageError('reserved_header', `the client writes ${key} itself`)
    if (!isValid(key, value)) throw new UsageError('invalid_header', 'headers hold an invalid name or value')
    result[key] = value
  }
  return result
}

function isValid(name: string, value: string): boolean {
  try {
    new Headers([[name, value]])
    return true
  } catch {
    return false
  }
}
