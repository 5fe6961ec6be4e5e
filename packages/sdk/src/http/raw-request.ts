import { UsageError } from '../errors/base-error.js'
import { toError } from '../errors/call-error.js'
import { OPERATIONS } from '../generated/operations.gen.js'
import type { Settings } from '../options.js'
import { readerOf } from '../streams/connection.js'
import { onAbort } from '../util/abort.js'
import { memberOf } from '../util/lookup.js'
import type { Answer, OpenStream } from './attempt-outcome.js'
import { parseJson } from './body.js'
import { type Call, requestIdOf } from './call.js'
import { execute } from './execute.js'
import type { Operation } from './operation.js'
import { matchesPath } from './paths.js'
import { makeCall } from './prepare.js'
import { readSignal } from './request-options.js'
import { aborted } from './transport-failure.js'

const UNREADABLE = JSON.stringify({ error: 'unexpected response' })

/**
 * Sends a request by the rules of every other call: signed, timed, repeated. Every answer of the API is returned,
 * refusals included. It rejects without an answer, and for a status that no `Response` can have.
 */
export async function sendRaw(
  settings: Settings,
  request: Request,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const call = await prepareRaw(settings, request, signal)
  const outcome = await execute(settings, call)
  const error = outcome.kind === 'failure' ? outcome.error : undefined
  const answer = outcome.kind === 'failure' ? outcome.outcome : outcome.answer
  const { attempts } = outcome
  const isAnswer = answer.status !== undefined && (!error || (answer.status >= 400 && answer.status < 600))
  if (!isAnswer) throw error
  if (!answer.stream) return toResponse(answer)
  const requestId = requestIdOf(call, attempts.length, answer)
  const explain = (by: AbortSignal) =>
    toError(call, { outcome: aborted(by), attempts, maybeProcessed: true, requestId })
  return toResponse(answer, endOnAbort(answer.stream, signal, explain))
}

/** The body of a stream that fails once the signal is aborted. Its listener is removed at its end. */
function endOnAbort(
  stream: OpenStream,
  signal: AbortSignal | undefined,
  explain: (by: AbortSignal) => unknown,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = readerOf(stream)
  return new ReadableStream({
    start: (controller) => {
      if (!signal) return
      const abort = () => {
        stream.close()
        reader.cancel().catch(() => {}) // a body that already broke cannot be cancelled
        controller.error(explain(signal))
      }
      const stopListening = onAbort(signal, abort)
      reader.closed.then(stopListening, stopListening)
      if (signal.aborted) abort()
    },
    pull: async (controller) => {
      const { value } = await reader.read()
      if (value) controller.enqueue(value)
      else controller.close()
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

async function prepareRaw(
  settings: Settings,
  request: Request,
  signal: AbortSignal | undefined,
): Promise<Call> {
  const { headers } = request
  const [operationId, operation, target] = findOperation(settings, request)
  const bytes = new Uint8Array(await request.arrayBuffer())
  return makeCall(settings, operationId, operation, {
    target,
    body: bytes.length > 0 ? bytes : undefined,
    headers: Object.fromEntries(headers),
    idempotencyKey: readKey(operation, headers, bytes), // none is generated for a call by path
    requestId: headers.get('x-request-id') ?? undefined,
    signal: readSignal(signal),
    ...settings.limits,
  })
}

function findOperation({ origin, prefix }: Settings, request: Request): [string, Operation, string] {
  const url = new URL(request.url)
  const { pathname, search } = url
  const path = pathname.slice(prefix.length)
  if (url.origin === origin && pathname.startsWith(prefix)) {
    for (const [operationId, operation] of Object.entries<Operation>(OPERATIONS)) {
      const isMeant = operation.method === request.method && matchesPath(operation.path, path)
      if (isMeant) return [operationId, operation, pathname + search]
    }
  }
  const message = 'raw must call an operation of the contract at baseUrl'
  throw new UsageError('unknown_operation', message)
}

function readKey({ key }: Operation, headers: Headers, bytes: Uint8Array): string | undefined {
  if (key?.in === 'header') return headers.get(key.name) ?? undefined
  const value = key && memberOf(parseJson(new TextDecoder().decode(bytes)), key.name)
  return typeof value === 'string' ? value : undefined
}

/**
 * Rebuilds a response. A refusal without JSON gets an error body, since openapi-fetch would return an empty error for
 * it, which reads like a success.
 */
function toResponse(
  { status, ok, headers: received, json, text }: Answer,
  stream?: ReadableStream<Uint8Array<ArrayBuffer>>,
): Response {
  const headers = new Headers(received)
  headers.delete('content-encoding') // the body is already decoded
  headers.delete('content-length')
  const isReadable = ok || Object(json) === json
  if (!isReadable) headers.set('content-type', 'application/json')
  return new Response(stream ?? (isReadable ? text : UNREADABLE), { status, headers })
}
