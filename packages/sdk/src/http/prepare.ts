import { UsageError } from '../errors/base-error.js'
import { OPERATIONS, type OperationId } from '../generated/operations.gen.js'
import { readLimits, type Settings } from '../options.js'
import type { Priority } from '../rate-limit/rate-limiter.js'
import { checkObject } from '../util/checks.js'
import { memberOf } from '../util/lookup.js'
import { isAtVisitor } from '../util/platform.js'
import { VERSION } from '../util/version.js'
import { checkAmounts } from './amount-checks.js'
import type { Call } from './call.js'
import { readHeaders } from './headers.js'
import type { Operation } from './operation.js'
import { fillPath, formatQuery, type PathValues, type QueryValues } from './paths.js'
import { type CallOptions, readIdempotencyKey, readRequestId, readSignal } from './request-options.js'
import { warnOfUnknownFields } from './unknown-fields.js'

/** The request of a method, before the options of the call. */
export interface CallInput {
  readonly path?: PathValues | undefined
  readonly query?: QueryValues | undefined
  readonly body?: object | undefined
  /** Default: `read` for a GET, else `write`. */
  readonly priority?: Priority | undefined
}

/**
 * Fixes everything about a call before its first attempt. Its bytes are serialized here, so that every attempt sends
 * the same ones and later changes of the body do not matter.
 *
 * @throws UsageError for a call that cannot work
 */
export function prepare(
  settings: Settings,
  operationId: OperationId,
  { path = {}, query = {}, body, priority }: CallInput,
  options: CallOptions,
): Call {
  checkObject(options)
  checkObject({ body, query }) // with null the server would report a missing field instead
  checkAmounts(body ?? query)
  const operation: Operation = OPERATIONS[operationId]
  if (settings.environment === 'live' && operation.path.includes('/test_helpers/')) {
    throw new UsageError('test_key_required', 'use a test key', { operationId })
  }
  if (body && operation.fields && settings.environment !== 'live')
    warnOfUnknownFields(settings, operationId, operation.fields, body)
  const { key } = operation
  const inBody = key?.in === 'body'
  const field = inBody ? memberOf(body, key.name) : undefined
  const idempotencyKey = key && readIdempotencyKey(options.idempotencyKey, field, inBody)
  const keyed = idempotencyKey && { [key.name]: idempotencyKey }
  const json = inBody ? { ...body, ...keyed } : body
  return makeCall(settings, operationId, operation, {
    priority,
    target: settings.prefix + fillPath(operation.path, path) + formatQuery(query),
    body: json && toBytes(json),
    headers: {
      ...settings.headers,
      ...readHeaders({ 'x-registration-token': options.registrationToken, ...options.headers }),
      ...(!inBody && keyed),
    },
    idempotencyKey,
    requestId: readRequestId(options.requestId),
    signal: readSignal(options.signal),
    ...readLimits(options, settings.limits),
  })
}

function toBytes(json: object): Uint8Array<ArrayBuffer> {
  try {
    return new TextEncoder().encode(JSON.stringify(json))
  } catch (cause) {
    throw new UsageError('invalid_body', 'body cannot be written as JSON', { cause })
  }
}

/** The parts of a call that its operation does not determine. */
type Request = Omit<Call, 'operationId' | 'operation' | 'requestId' | 'priority' | 'baseUrl'> & {
  requestId: string | undefined
  priority?: Priority | undefined
}

/** Adds the defaults of every call. @throws UsageError when the operation needs a key and the client has none */
export function makeCall(
  settings: Settings,
  operationId: string,
  operation: Operation,
  request: Request,
): Call {
  if (!operation.open && !settings.signer) {
    throw new UsageError('missing_key', `${operationId} needs keyId and secret`, { operationId })
  }
  const uuid = crypto.randomUUID()
  return {
    operationId,
    operation,
    ...request,
    priority: request.priority ?? (operation.method === 'GET' ? 'read' : 'write'),
    headers: {
      accept: operation.stream ? 'text/event-stream' : 'application/json',
      ...(request.body && { 'content-type': 'application/json' }),
      // A browser sends its own.
      ...(!isAtVisitor() && { 'user-agent': `merchantpay-sdk/${VERSION}` }),
      ...request.headers,
    },
    requestId: (attempt) => request.requestId ?? `${uuid}-${attempt}`,
    baseUrl: settings.origin + settings.prefix,
  }
}
