import type { RequestFaults } from '../faults/faults.js'
import type { Answer } from './answer.js'
import { transmissionOf, transmit } from './connection.js'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Makes the response of an answer and applies the faults of the request to its body. */
export function toResponse(
  { status, headers: own, body }: Answer,
  { requestId, now }: { requestId: string; now: number },
  faults: RequestFaults,
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
    return new Response(transmit(body, transmissionOf(faults, undefined), signal), { status, headers })
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const bytes = new TextEncoder().encode(text)
  const transmission = transmissionOf(faults, bytes.length)
  if (transmission.end === undefined && transmission.chunk === undefined)
    return new Response(text, { status, headers })
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
  return new Response(transmit(source, transmission, signal), { status, headers })
}
