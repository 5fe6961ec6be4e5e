import type { Ids } from '../shared/types.js'

/** A W3C `traceparent` of version 00, in its only spelling: 55 characters. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/
const HEX = '0123456789abcdef'
const SPAN_ID_LENGTH = 16

/** Returns the header if it is a valid trace context; a request with another one has no trace. */
export const readTraceparent = (header: string | undefined): string | undefined =>
  header !== undefined && TRACEPARENT.test(header) ? header : undefined

/** Returns a trace context of the same trace and flags with a new parent. */
export function childOf(traceparent: string, ids: Ids): string {
  const [, traceId, flags] = TRACEPARENT.exec(traceparent) ?? []
  if (traceId === undefined || flags === undefined) throw new Error('a stored trace context is not valid')
  return `00-${traceId}-${ids.random(HEX, SPAN_ID_LENGTH)}-${flags}`
}
