import createClient, { type Middleware } from 'openapi-fetch'
import { onAbort } from './abort.js'
import { parseJson } from './body.js'
import { type Call, requestIdOf } from './call.js'
import { readerOf } from './connection.js'
import { UsageError } from './errors.js'
import type { Answer, OpenStream } from './exchange.js'
import { toError } from './failure.js'
import { abortFault } from './fault.js'
import type { paths } from './generated/contract.gen.js'
import { OPERATIONS } from './generated/operations.gen.js'
import { memberOf } from './member.js'
import type { Operation } from './operation.js'
import type { Fetch, Settings } from './options.js'
import { matchesPath } from './path-match.js'
import { fillPath } from './paths.js'
import { makeCall } from './prepare.js'
import { readSignal } from './request-options.js'
import { withCaller } from './send.js'
import { settle } from './transport.js'

const UNREADABLE = JSON.stringify({ error: 'unexpected response' })

/** What a caller passes besides the path. */
interface Init {
  readonly signal?: AbortSignal | null | undefined
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  readonly middleware?: readonly Middleware[] | undefined
  readonly headers?: unknown
}

/**
 * Openapi-fetch's client, whose methods are reached by their names.
 *
 * @param given what the caller passed
 * @param written the body as text, fixed at the call
 * @param middleware that of the client at the call
 * @param caller where it was called
 */
export type PathClient = (
  name: string,
  given: unknown[],
  written: unknown,
  middleware: readonly Middleware[],
  caller: Error,
) => Promise<unknown>

/** Makes what hands calls on to openapi-fetch. */
export function createPathClient(settings: Settings): PathClient {
  const { origin, prefix, headers } = settings
  const client = createClient<paths>({ baseUrl: origin + prefix, headers, pathSerializer: fillPath })
  /** The caller's signal goes past the library, whose requests would keep listening to it. */
  const fix = (init: Init, written: unknown, middleware: readonly Middleware[]) => {
    const { signal, fetch, ...rest } = init
    checkHeaders(rest.headers)
    const own: Fetch | undefined = fetch && ((url, given) => fetch(new Request(url, given)))
    const fixed = { ...settings, fetch: own ?? settings.fetch }
    return {
      ...rest,
      middleware: [...middleware, ...(rest.middleware ?? [])],
      bodySerializer: () => written,
      fetch: (request: Request) => sendRaw(fixed, request, signal ?? undefined),
    }
  }
  return async (name, given, written, middleware, caller) => {
    const paths = given.filter((one) => typeof one === 'string')
    try {
      return await Reflect.get(client, name).apply(client, [
        ...paths,
        fix(Object(given[paths.length]), written, middleware),
      ])
    } catch (error) {
      throw withCaller(error, caller)
    }
  }
}

/** @throws UsageError for a header that HTTP does not allow; the value stays out of the message */
function checkHeaders(headers: unknown): void {
  try {
    for (const [name, value] of Object.entries(Object(headers)))
      for (const one of [value].flat()) new Headers([[name, `${one}`]])
  } catch {
    throw new UsageError('invalid_header', 'invalid header')
  }
}

/**
 * Sends a request by the rules of every other call: signed, timed, repeated. Every answer of the API is
 * handed on, refusals included; only the lack of one is thrown, and a status that no `Response` can have.
 */
async function sendRaw(
  settings: Settings,
  request: Request,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const call = await prepareRaw(settings, request, signal)
  const settlement = await settle(settings, call)
  const { exchange, attempts } = settlement
  const { status } = exchange
  const error = settlement.kind === 'failure' ? settlement.error : undefined
  const isAnswer = status !== undefined && (!error || (status >= 400 && status < 600))
  if (!isAnswer) throw error
  if (!exchange.stream) return toResponse(exchange)
  const requestId = requestIdOf(call, attempts.length, exchange)
  const explain = (aborted: AbortSignal) =>
    toError(call, { exchange: abortFault(aborted), attempts, maybeProcessed: true, requestId })
  return toResponse(exchange, endOnAbort(exchange.stream, signal, explain))
}

/** The body of a stream, which fails once the signal is aborted and leaves nothing on it at its end. */
function endOnAbort(
  stream: OpenStream,
  signal: AbortSignal | undefined,
  explain: (aborted: AbortSignal) => unknown,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = readerOf(stream)
  return new ReadableStream({
    start: (controller) => {
      if (!signal) return
      const abort = () => {
        stream.close()
        reader.cancel().catch(() => {}) // an already broken body has nothing left to cancel
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
    idempotencyKey: readKey(operation, headers, bytes), // none is made up here
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

/** Rebuilds a response. openapi-fetch would make an empty error of an empty body, which reads like none. */
function toResponse(
  { status, ok, headers: received, json, text }: Answer,
  stream?: ReadableStream<Uint8Array<ArrayBuffer>>,
): Response {
  const headers = new Headers(received)
  headers.delete('content-encoding') // the body is decoded already
  headers.delete('content-length')
  const isReadable = ok || Object(json) === json
  if (!isReadable) headers.set('content-type', 'application/json')
  return new Response(stream ?? (isReadable ? text : UNREADABLE), { status, headers })
}
