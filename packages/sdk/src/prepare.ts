import type { Call } from './call.js'
import { UsageError } from './errors.js'
import { OPERATIONS, type OperationId } from './generated/operations.gen.js'
import { type HeaderValues, readHeaders } from './headers.js'
import { readLimits } from './limits.js'
import type { Operation } from './operation.js'
import type { Settings } from './options.js'
import { fillPath, formatQuery, type PathValues, type QueryValues } from './paths.js'
import { type KeyedRequestOptions, readIdempotencyKey, readRequestId } from './request-options.js'
import { VERSION } from './version.js'

/** What a method says about its request. */
export interface CallInput {
  readonly path?: PathValues | undefined
  readonly query?: QueryValues | undefined
  readonly body?: object | undefined
  readonly headers?: HeaderValues | undefined
}

/**
 * Fixes everything about a call before its first attempt, its bytes included: what the caller does to the
 * body afterwards no longer matters, and every attempt sends the same.
 *
 * @throws UsageError for anything that cannot work
 */
export function prepare(
  settings: Settings,
  operationId: OperationId,
  input: CallInput,
  options: KeyedRequestOptions,
): Call {
  const operation: Operation = OPERATIONS[operationId]
  requireSigner(settings, operationId, operation)
  const key = keyOf(operation, input, options)
  const json = key?.in === 'body' ? { ...input.body, [key.name]: key.value } : input.body
  return {
    operationId,
    operation,
    target: settings.prefix + fillPath(operation.path, input.path ?? {}) + formatQuery(input.query ?? {}),
    body: json === undefined ? undefined : new TextEncoder().encode(JSON.stringify(json)),
    headers: {
      ...defaultHeaders(operation, json !== undefined),
      ...settings.headers,
      ...readHeaders(options.headers),
      ...input.headers,
      ...(key?.in === 'header' ? { [key.name.toLowerCase()]: key.value } : {}),
    },
    idempotencyKey: key?.value,
    requestId: readRequestId(options.requestId),
    uuid: crypto.randomUUID(),
    signal: options.signal,
    ...readLimits(options, settings.limits),
  }
}

/** @throws UsageError when the operation needs a key and the client has none */
export function requireSigner(settings: Settings, operationId: string, operation: Operation): void {
  if (!operation.signed || settings.signer !== undefined) return
  const message = `${operationId} needs keyId and secret; without them a client can only register a merchant`
  throw new UsageError('missing_key', message, { operationId })
}

/** The headers every request carries. Browsers write their own `User-Agent`. */
export function defaultHeaders(operation: Operation, hasBody: boolean): Record<string, string> {
  return {
    accept: operation.retry === 'stream' ? 'text/event-stream' : 'application/json',
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
    ...('document' in globalThis ? {} : { 'user-agent': `merchantpay-sdk/${VERSION}` }),
  }
}

function keyOf(operation: Operation, input: CallInput, options: KeyedRequestOptions) {
  const { key } = operation
  if (key === undefined) return undefined
  const field = key.in === 'body' && input.body ? Reflect.get(input.body, key.name) : undefined
  return { ...key, value: readIdempotencyKey(options.idempotencyKey, field) }
}
