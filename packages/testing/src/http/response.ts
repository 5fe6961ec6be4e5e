import type { Strike } from '../faults/faults.js'
import type { Answer } from './api.js'
import { passageOf, passThrough } from './connection.js'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Makes the response of an answer, whose bytes take the way that the faults leave them. */
export function toResponse(
  { status, headers: own, body }: Answer,
  { requestId, now }: { requestId: string; now: number },
  strike: Strike,
  signal: AbortSignal | undefined,
): Response {
  const headers = new Headers({
    'cache-control': 'no-store',
    'content-type': JSON_TYPE,
    date: new Date(now).toUTCString(),
    'x-request-id': requestId,
  })
  for (const [name, value] of Object.entries(own ?? {})) headers.set(name, value)
  if (body instanceof ReadableStream) {
    return new Response(passThrough(body, passageOf(strike, undefined), signal), { status, headers })
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const bytes = new TextEncoder().encode(text)
  const passage = passageOf(strike, bytes.length)
  if (passage.end === undefined && passage.chunk === undefined) return new Response(text, { status, headers })
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
  return new Response(passThrough(source, passage, signal), { status, headers })
}
