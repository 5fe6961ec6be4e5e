import { toHex } from '../ids.js'
import type { World } from '../world.js'

/** A W3C `traceparent` of version 00. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/
const SPAN_ID_BYTES = 8

/** Keeps the trace context of the call that made a resource; ignores one that is not valid. */
export function keepTrace({ traces }: World, id: string, header: string | undefined): void {
  if (header !== undefined && TRACEPARENT.test(header)) traces.set(id, header)
}

/** Returns the header of an attempt: the trace of its subject with a new parent. */
export function traceHeader({ traces, ids }: World, subject: string): Record<string, string> {
  const [, traceId, flags] = TRACEPARENT.exec(traces.get(subject) ?? '') ?? []
  if (traceId === undefined) return {}
  return { traceparent: `00-${traceId}-${toHex(ids.bytes(SPAN_ID_BYTES))}-${flags}` }
}
