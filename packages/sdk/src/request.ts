import { parseJson, readBody } from './body.js'
import type { Call } from './call.js'
import { type Answer, type Exchange, lateFault, type Phase } from './exchange.js'
import type { Settings } from './options.js'
import type { Permit } from './rate-limiter.js'
import { readRetryAfter } from './retry-after.js'
import { formatAuthorization } from './signing.js'

/** One request while it is under way. */
export interface Run {
  readonly requestId: string
  /** Ends it. */
  readonly controller: AbortController
  /** Sets its only timer anew and returns for how long, at most to the end of the call; milliseconds. */
  readonly limit: (longestMs: number) => number
  /** How far it has come; it decides what a failure means. */
  phase: Phase
  sent: 'no' | 'maybe'
  /** Monotonic milliseconds of the moment its turn came. */
  begunAt?: number
  permit?: Permit
  /** The answer whose head arrived. */
  answer?: Answer
}

/** Waits for the request's turn, signs, sends and reads the answer. Rejects with what went wrong. */
export async function sendRequest(settings: Settings, call: Call, run: Run): Promise<Exchange> {
  const { origin, fetchOptions, fetch = globalThis.fetch, clock, serverClock, maxResponseBytes } = settings
  const { operation, target, body } = call
  const { method } = operation
  const { signal } = run.controller
  const trace = settings.trace && (await settings.trace)
  signal.throwIfAborted() // perhaps while that was loaded
  const lateMs = await takeTurn(settings, call, run)
  if (lateMs !== undefined) return lateFault('queue', lateMs)
  run.begunAt = clock.monotonic()
  run.phase = 'request'
  run.limit(call.timeoutMs)
  const { offsetMs } = serverClock
  const headers = await sign(settings, call, run, offsetMs)
  trace?.sent(`${method} ${target}`, headers, body && parseJson(new TextDecoder().decode(body)))
  signal.throwIfAborted()
  run.sent = 'maybe'
  const sentAt = clock.now()
  const init = { method, headers, body: body ?? null, redirect: 'manual' as const, signal }
  const response = await fetch(origin + target, { ...fetchOptions, ...init })
  run.phase = 'body'
  const { status, ok } = response
  const times = { sentAt, headAt: clock.now(), offsetMs }
  const head = { status, ok, headers: response.headers, text: '', json: undefined, ...times }
  run.answer = head
  announce(settings, call, run, head)
  if (operation.retry === 'stream' && isEventStream(response)) {
    return { ...head, stream: { body: response.body, close: () => run.controller.abort() } }
  }
  if (!ok && status < 400) {
    await response.body?.cancel() // nothing of a redirect is wanted, so its connection is given up
    return head
  }
  const text = await readBody(response, maxResponseBytes)
  const json = parseJson(text)
  trace?.received(run.requestId, status, head.headers, json)
  return { ...head, text, json }
}

/** @returns how long the wait would be where the call's time is shorter, milliseconds; undefined when it is our turn */
async function takeTurn(
  { limiter: limiterOf, emit }: Settings,
  { lane, operation, operationId }: Call,
  run: Run,
): Promise<number | undefined> {
  const { signal } = run.controller
  const limiter = operation.open ? undefined : limiterOf()
  if (!limiter) return undefined
  const waitMs = limiter.projectedMs?.(lane) ?? 0
  if (waitMs > run.limit(Number.POSITIVE_INFINITY)) return waitMs
  if (waitMs > 0) emit({ type: 'wait', operationId, requestId: run.requestId, waitMs })
  signal.throwIfAborted() // perhaps by whom the event told
  const permit = await limiter.acquire(lane, signal)
  // It may come too late, and nobody else would give it back.
  if (signal.aborted) permit.failed('no')
  signal.throwIfAborted()
  run.permit = permit
  return undefined
}

/** Says what the head of an answer tells everybody else. */
function announce(
  { clock, emit }: Settings,
  { operation, operationId }: Call,
  { permit, requestId }: Run,
  { status, headers }: Answer,
): void {
  permit?.answered()
  // A 429 on opening a stream says that there are too many streams, and nothing about other requests.
  if (status === 429 && operation.retry !== 'stream') {
    permit?.blocked(Math.max(readRetryAfter(headers, clock.now()) ?? 0, 1000))
  }
  const deprecation = headers.get('deprecation') ?? undefined
  const sunset = headers.get('sunset') ?? undefined
  if (deprecation ?? sunset) emit({ type: 'deprecation', operationId, requestId, deprecation, sunset })
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

function isEventStream(
  response: Response,
): response is Response & { body: ReadableStream<Uint8Array<ArrayBuffer>> } {
  const { status, headers, body } = response
  return status === 200 && body !== null && /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
}
