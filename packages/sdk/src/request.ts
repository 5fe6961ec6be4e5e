import { parseJson, readBody } from './body.js'
import type { Call } from './call.js'
import { type Answer, type Exchange, lateFault, type Phase } from './exchange.js'
import type { Settings } from './options.js'
import type { Permit } from './rate-limiter.js'
import { readRetryAfter } from './retry-after.js'
import { formatAuthorization } from './signing.js'

/** How far a request has come; it decides what its failure means. */
export interface Progress {
  phase: Phase
  isSent: boolean
  /** Monotonic milliseconds of the moment its turn came. */
  begunAt?: number
  permit?: Permit
  answer?: Answer
}

/** One request while it is under way. */
export interface Run {
  readonly requestId: string
  /** Ends it. */
  readonly controller: AbortController
  readonly progress: Progress
  /** Sets its only timer anew and returns for how long, at most to the end of the call; milliseconds. */
  readonly limit: (longestMs: number) => number
}

/** Waits for the request's turn, signs, sends and reads the answer. Rejects with what went wrong. */
export async function sendRequest(settings: Settings, call: Call, run: Run): Promise<Exchange> {
  const { origin, fetchOptions, fetch = globalThis.fetch, clock, serverClock } = settings
  const trace = settings.trace && (await settings.trace)
  const { controller, progress, limit } = run
  const { operation, target, body } = call
  const { signal } = controller
  const lateMs = await takeTurn(settings, call, run)
  if (lateMs !== undefined) return lateFault('queue', lateMs)
  progress.begunAt = clock.monotonic()
  progress.phase = 'request'
  limit(call.timeoutMs)
  const { offsetMs } = serverClock
  const headers = await sign(settings, call, run, offsetMs)
  trace?.sent(`${operation.method} ${target}`, headers, body)
  signal.throwIfAborted()
  progress.isSent = true
  const sentAt = clock.now()
  const init = { method: operation.method, headers, body: body ?? null, redirect: 'manual' as const, signal }
  const response = await fetch(origin + target, { ...fetchOptions, ...init })
  progress.permit?.answered()
  progress.phase = 'body'
  const { status, ok } = response
  const head = { status, ok, headers: response.headers, sentAt, headAt: clock.now(), offsetMs }
  progress.answer = { ...head, text: '', json: undefined }
  const answer = await receive(settings, call, run, response, progress.answer)
  trace?.received(run.requestId, status, response.headers, answer.json)
  return answer
}

/** @returns how long the wait would be where the call's time is shorter, milliseconds; undefined when it is our turn */
async function takeTurn(
  { limiter: limiterOf, emit, signer }: Settings,
  { lane, operation, operationId }: Call,
  { requestId, controller, progress, limit }: Run,
): Promise<number | undefined> {
  const limiter = operation.open || !signer ? undefined : limiterOf()
  if (!limiter) return undefined
  const waitMs = limiter.projectedMs?.(lane) ?? 0
  if (waitMs > limit(Number.POSITIVE_INFINITY)) return waitMs
  if (waitMs > 0) emit({ type: 'wait', operationId, requestId, waitMs })
  progress.permit = await limiter.acquire(lane, controller.signal)
  return undefined
}

async function sign(
  { signer, clock }: Settings,
  { operation, target, body, headers }: Call,
  { requestId, controller: { signal } }: Run,
  offsetMs: number,
): Promise<Record<string, string>> {
  const { method } = operation
  const signed: Record<string, string> = { ...headers, 'x-request-id': requestId }
  if (signer && !operation.open) {
    const timestamp = String(Math.floor((clock.now() + offsetMs) / 1000))
    const request = { method, target, body: body ?? new Uint8Array(), timestamp, signal }
    const signature = await signer.sign(request)
    signed.authorization = formatAuthorization({ keyId: signer.keyId, timestamp, signature })
  }
  return signed
}

async function receive(
  { clock, emit, maxResponseBytes }: Settings,
  { operation, operationId }: Call,
  { controller, progress, requestId }: Run,
  response: Response,
  head: Answer,
): Promise<Answer> {
  const { status, ok, headers } = head
  const deprecation = headers.get('deprecation') ?? undefined
  const sunset = headers.get('sunset') ?? undefined
  if (deprecation ?? sunset) emit({ type: 'deprecation', operationId, requestId, deprecation, sunset })
  const isStream = operation.retry === 'stream'
  if (isStream && isEventStream(response)) {
    return { ...head, stream: { body: response.body, close: () => controller.abort() } }
  }
  // A 429 on opening a stream says that there are too many streams, and nothing about other requests.
  if (status === 429 && !isStream) {
    progress.permit?.blocked(Math.max(readRetryAfter(headers, clock.now()) ?? 0, 1000))
  }
  if (!ok && status < 400) {
    await response.body?.cancel() // nothing of a redirect is wanted, so its connection is given up
    return head
  }
  const text = await readBody(response, maxResponseBytes)
  return { ...head, text, json: parseJson(text) }
}

function isEventStream(
  response: Response,
): response is Response & { body: ReadableStream<Uint8Array<ArrayBuffer>> } {
  const { status, headers, body } = response
  return status === 200 && body !== null && /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
}
