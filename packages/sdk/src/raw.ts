import createClient from 'openapi-fetch'
import { onAbort } from './abort.js'
import { parseJson } from './body.js'
import type { Call } from './call.js'
import { UsageError } from './errors.js'
import type { Answer } from './exchange.js'
import { toError } from './failure.js'
import type { paths } from './generated/contract.gen.js'
import { OPERATIONS } from './generated/operations.gen.js'
import { memberOf } from './member.js'
import type { Operation } from './operation.js'
import type { Fetch, Settings } from './options.js'
import { fillPath, matchesPath } from './paths.js'
import { makeCall } from './prepare.js'
import { settle } from './transport.js'

const UNREADABLE = JSON.stringify({ error: 'unexpected response' })

/** What a caller passes besides the path. */
interface Init {
  readonly signal?: AbortSignal | undefined
  readonly fetch?: Fetch | undefined
}

/**
 * Makes openapi-fetch's client, reached by the names of its members.
 *
 * @returns `written` is the body as text, fixed at the call
 */
export function createPathClient(settings: Settings) {
  const { origin, prefix, headers } = settings
  const client = createClient<paths>({ baseUrl: origin + prefix, headers, pathSerializer: fillPath })
  /** The caller's signal goes past the library, whose requests would keep listening to it. */
  const fix = (init: Init, written: unknown) => {
    const { signal, fetch = settings.fetch, ...rest } = init
    const send = (request: Request) => sendRaw({ ...settings, fetch }, request, signal)
    return { ...rest, bodySerializer: () => written, fetch: send }
  }
  return (name: string, given: unknown[], written: unknown): unknown => {
    const paths = given.filter((one) => typeof one === 'string')
    const init = Object(given[paths.length] ?? {})
    const isCall = name !== 'use' && name !== 'eject'
    return Reflect.get(client, name).apply(client, isCall ? [...paths, fix(init, written)] : given)
  }
}

/**
 * Sends a request by the rules of every other call: signed, timed, repeated. Every answer of the API is
 * handed on, refusals included; only the lack of one is thrown.
 */
async function sendRaw(
  settings: Settings,
  request: Request,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const call = await prepareRaw(settings, request, signal)
  const settlement = await settle(settings, call)
  const { exchange } = settlement
  const isAnswer = exchange.status !== undefined && (exchange.status >= 400 || settlement.kind === 'success')
  if (!isAnswer) throw toError(call, settlement)
  const { stream } = exchange
  const body = stream && endingWith(stream.body, onAbort(signal, stream.close))
  return toResponse(exchange, body)
}

/** Passes a stream on, and calls `end` once it has ended, broken or been cancelled. */
function endingWith(body: ReadableStream<Uint8Array>, end: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      const part = await reader.read().catch((error) => {
        end()
        throw error
      })
      if (part.value) return controller.enqueue(part.value)
      end()
      controller.close()
    },
    cancel(reason) {
      end()
      return reader.cancel(reason)
    },
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
  const idempotencyKey = readKey(operation, headers, bytes)
  // No key is made up here, and without one a repeat would be a second order.
  const retry = operation.key && idempotencyKey === undefined ? 'once' : operation.retry
  return makeCall(
    settings,
    operationId,
    { ...operation, retry },
    {
      target,
      body: bytes.length > 0 ? bytes : undefined,
      headers: Object.fromEntries(headers),
      idempotencyKey,
      requestId: headers.get('x-request-id') ?? undefined,
      signal,
      ...settings.limits,
    },
  )
}

function findOperation({ origin, prefix }: Settings, request: Request): [string, Operation, string] {
  const url = new URL(request.url)
  const path = url.pathname
  for (const [operationId, operation] of Object.entries<Operation>(OPERATIONS)) {
    const isMeant = operation.method === request.method && matchesPath(prefix + operation.path, path)
    if (isMeant && url.origin === origin) return [operationId, operation, path + url.search]
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
  body: ReadableStream<Uint8Array> | undefined,
): Response {
  const headers = new Headers(received)
  headers.delete('content-encoding') // the body is decoded already
  headers.delete('content-length')
  const isReadable = ok || Object(json) === json
  if (!isReadable) headers.set('content-type', 'application/json')
  return new Response(body ?? (isReadable ? text : UNREADABLE), { status, headers })
}
