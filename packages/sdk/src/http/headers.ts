import { UsageError } from '../errors/base-error.js'

/** Headers as a plain object. */
export type HeaderValues = Readonly<Record<string, string>>

/** Headers that the client writes itself, and those of the connection. */
const RESERVED =
  /^(?:authorization|accept|connection|content-(?:length|type)|expect|idempotency-key|keep-alive|transfer-encoding|upgrade)$/

/**
 * Copies a caller's headers, with lower-case names.
 *
 * @throws UsageError for a header that the client writes itself, or one that HTTP does not allow; the
 * value stays out of the message
 */
export function readHeaders(
  headers: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    const key = name.toLowerCase()
    if (RESERVED.test(key)) throw new UsageError('reserved_header', `${key} is reserved`)
    try {
      new Headers([[key, value]])
    } catch {
      throw new UsageError('invalid_header', 'invalid header')
    }
    result[key] = value
  }
  return result
}
