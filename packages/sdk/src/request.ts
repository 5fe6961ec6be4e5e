import { parseJson, readBody } from './body.js'
import type { Call } from './call.js'
import { type Answer, type Exchange, lateFault, type Phase } from './exchange.js'
import type { Settings } from './options.js'
import type { Permit } from './rate-limiter.js'
import { readRetryAfter } from './retry-after.js'
import { formatAuthorization } from './signing.js'

const SIGNATURE = /^[0-9a-f]{64}$/
/** What one answer may cost the other requests of a key, whatever it says, milliseconds. */
const LONGEST_BLOCK_MS = 300_000

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
  /** Whose fault it is when it fails before it is sent. */
  blame: 'limiter_failed' | 'signer_failed' | 'fetch_failed'
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
  run.blame = 'signer_failed'
  const { offsetMs } = serverClock
  const headers = await sign(settings, call, run, offsetMs)
  trace?.sent(`${method} ${target}`, headers, body && parseJson(new TextDecoder().decode(body)))
  signal.throwIfAborted()
  run.blame = 'fetch_failed'
  const sentAt = clock.now()
  const init = { method, headers, body: body ?? null, redirect: 'manual' as const, signal }
  const pending = fetch(origin + target, { ...fetchOptions, ...init })
  run.sent = 'maybe'
  const response = await pending
  // A fetch that ignores its signal may answer when nobody waits any more.
  if (signal.aborted) await response.body?.cancel()
  signal.throwIfAborted()
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
  { limiter: limiterOf, emit, guard }: Settings,
  { lane, operation, operationId }: Call,
  run: Run,
): Promise<number | undefined> {
  const { signal } = run.controller
  const limiter = operation.open ? undefined : limiterOf()
  if (!limiter) return undefined
  const waitMs = limiter.projectedMs?.(lane) ?? 0
  if (waitMs > run.limit(Infinity)) return waitMs
  if (waitMs > 0) emit({ type: 'wait', operationId, requestId: run.requestId, waitMs })
  signal.throwIfAborted() // perhaps by whom the event told
  const permit = await limiter.acquire(lane, signal)
  // It may come too late, and nobody else would give it back.
  if (signal.aborted) guard('rateLimit', () => permit.failed('no'))
  signal.throwIfAborted()
  run.permit = permit
  return undefined
}

/** Says what the head of an answer tells everybody else. */
function announce(
  { clock, emit, guard }: Settings,
  { operation, operationId }: Call,
  run: Run,
  { status, headers }: Answer,
): void {
  const { permit, requestId } = run
  delete run.permit // what happens from now on is no business of it
  if (permit) guard('rateLimit', () => permit.answered())
  // A 429 on opening a stream says that there are too many streams, and nothing about other requests.
  if (permit && status === 429 && operation.retry !== 'stream') {
    const askedMs = Math.max(readRetryAfter(headers, clock.now()) ?? 0, 1000)
    guard('rateLimit', () => permit.blocked(Math.min(askedMs, LONGEST_BLOCK_MS)))
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
    if (!SIGNATURE.test(signature)) throw new TypeError('a signature is 64 lower-case hex digits')
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
