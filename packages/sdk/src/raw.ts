import createClient, { type Client } from 'openapi-fetch'
import { parseJson } from './body.js'
import type { Call } from './call.js'
import { UsageError } from './errors.js'
import type { Answer } from './exchange.js'
import { toError } from './failure.js'
import type { paths } from './generated/contract.gen.js'
import { OPERATIONS } from './generated/operations.gen.js'
import type { Operation } from './operation.js'
import type { Settings } from './options.js'
import { fillPath, matchesPath } from './paths.js'
import { defaultHeaders, requireSigner } from './prepare.js'
import { settle } from './transport.js'

const UNREADABLE = JSON.stringify({ error: 'unexpected response' })

/** Makes the path-based client. It shares the transport: signed, timed and repeated by the same rules. */
export function createRaw(settings: Settings): Client<paths> {
  return createClient<paths>({
    baseUrl: settings.origin + settings.prefix,
    headers: settings.headers,
    pathSerializer: fillPath,
    fetch: (request) => sendRaw(settings, request),
  })
}

/** Every answer of the API is handed on, refusals included; only the lack of one is thrown. */
async function sendRaw(settings: Settings, request: Request): Promise<Response> {
  const call = await prepareRaw(settings, request)
  const settlement = await settle(settings, call)
  const { exchange } = settlement
  if (exchange.kind === 'answer' && (exchange.status >= 400 || settlement.kind === 'success')) {
    const { stream } = exchange
    if (stream !== undefined) request.signal.addEventListener('abort', () => stream.close())
    return toResponse(exchange)
  }
  throw toError(call, settlement)
}

async function prepareRaw(settings: Settings, request: Request): Promise<Call> {
  const { operationId, operation, target } = findOperation(settings, request)
  requireSigner(settings, operationId, operation)
  const bytes = new Uint8Array(await request.arrayBuffer())
  const body = bytes.length > 0 ? bytes : undefined
  const idempotencyKey = readKey(operation, request.headers, bytes)
  const isUnkeyed = operation.retry === 'keyed' && idempotencyKey === undefined
  return {
    operationId,
    // No key is made up here, and without one a repeat would be a second order.
    operation: isUnkeyed ? { ...operation, retry: 'once' } : operation,
    target,
    body,
    headers: { ...defaultHeaders(operation, body !== undefined), ...Object.fromEntries(request.headers) },
    idempotencyKey,
    requestId: request.headers.get('x-request-id') ?? undefined,
    uuid: crypto.randomUUID(),
    signal: request.signal,
    ...settings.limits,
  }
}

function findOperation(settings: Settings, request: Request) {
  const { origin, pathname, search } = new URL(request.url)
  if (origin === settings.origin && pathname.startsWith(settings.prefix)) {
    const path = pathname.slice(settings.prefix.length)
    for (const [operationId, operation] of Object.entries<Operation>(OPERATIONS)) {
      if (operation.method === request.method && matchesPath(operation.path, path)) {
        return { operationId, operation, target: pathname + search }
      }
    }
  }
  const message = 'raw calls the operations of the contract at baseUrl, with valid path parameters'
  throw new UsageError('unknown_operation', message)
}

function readKey(operation: Operation, headers: Headers, bytes: Uint8Array): string | undefined {
  const { key } = operation
  if (key === undefined) return undefined
  if (key.in === 'header') return headers.get(key.name) ?? undefined
  const json = parseJson(bytes)
  const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, key.name) : undefined
  return typeof value === 'string' ? value : undefined
}

/** Rebuilds a response. openapi-fetch would make an empty error of an empty body, which reads like none. */
function toResponse({ status, headers, json, bytes, stream }: Answer): Response {
  const init = { status, headers: new Headers(headers) }
  init.headers.delete('content-encoding') // the bytes are decoded already
  init.headers.delete('content-length')
  if (stream !== undefined) return new Response(stream.body, init)
  if (status < 400 || (typeof json === 'object' && json !== null)) return new Response(bytes, init)
  init.headers.set('content-type', 'application/json')
  return new Response(UNREADABLE, init)
}
