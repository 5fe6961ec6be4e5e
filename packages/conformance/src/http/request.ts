import type { OperationId } from '@merchantpay/sdk'
import { createSigner, formatAuthorization } from '@merchantpay/sdk/signing'
import { systemClock } from '@merchantpay/testing'
import { OPERATIONS } from '../contract.js'
import type { ConformanceTarget, Keys } from '../targets/target.js'
import { type Answer, readAnswer } from './answer.js'

/** One request as a case describes it. Absent members are not sent. */
export interface Request {
  /** The first path parameter. */
  readonly id?: string | undefined
  /** The second path parameter, if any. */
  readonly deliveryId?: string | undefined
  /** The query as it is sent, without `?`. */
  readonly query?: string | undefined
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent unchanged, instead of `body`. */
  readonly bytes?: string | Uint8Array | undefined
  /** Added to the headers of body and signature, or replacing them. An empty value removes one. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** A request without its signature. */
export interface Call {
  readonly method: string
  /** Path with its query, below the base URL. */
  readonly path: string
  readonly request: Request
}

/** The key of a signature; `secondsOff` is added to the target's time. */
export interface Signing {
  readonly keys: Keys
  readonly secondsOff?: number | undefined
}

const encoder = new TextEncoder()

/** The call of an operation of the contract. */
export function callOf(operationId: OperationId, request: Request = {}): Call {
  const operation = OPERATIONS.get(operationId)
  if (!operation) throw new Error(`the contract has no operation ${operationId}`)
  const { method, path } = operation
  const query = request.query === undefined ? '' : `?${request.query}`
  const filled = path.replace('{delivery_id}', request.deliveryId ?? '').replace(/\{.*?\}/, request.id ?? '')
  return { method, path: filled + query, request }
}

/** Sends one request, signed or not, and reads its answer. */
export async function exchange(target: ConformanceTarget, call: Call, signing?: Signing): Promise<Answer> {
  return readAnswer(await open(target, call, signing))
}

/** Sends one request and leaves its answer unread. @param signal ends the answer too */
export async function open(
  target: ConformanceTarget,
  call: Call,
  signing?: Signing,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const url = new URL(target.baseUrl + call.path)
  const body = bytesOf(call.request)
  const headers = new Headers(body.length === 0 ? {} : { 'content-type': 'application/json' })
  if (signing) headers.set('authorization', await authorize(target, call.method, url, body, signing))
  for (const [name, value] of Object.entries(call.request.headers ?? {})) {
    if (value === '') headers.delete(name)
    else headers.set(name, value)
  }
  const send = target.fetch ?? globalThis.fetch
  const { method } = call
  return send(url, { method, headers, body: body.length === 0 ? null : body, signal, redirect: 'manual' })
}

/** The Authorization header of a request. */
export async function authorize(
  target: ConformanceTarget,
  method: string,
  url: URL,
  body: Uint8Array,
  { keys, secondsOff = 0 }: Signing,
): Promise<string> {
  const timestamp = String(Math.floor((target.clock ?? systemClock).now() / 1_000) + secondsOff)
  const signer = createSigner(keys)
  const signature = await signer.sign({ method, target: url.pathname + url.search, body, timestamp })
  return formatAuthorization({ keyId: keys.keyId, timestamp, signature })
}

function bytesOf({ body, bytes }: Request): Uint8Array<ArrayBuffer> {
  if (bytes instanceof Uint8Array) return Uint8Array.from(bytes)
  return encoder.encode(bytes ?? (body === undefined ? '' : JSON.stringify(body)))
}
