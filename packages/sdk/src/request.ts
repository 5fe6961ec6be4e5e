import { parseJson, readBody } from './body.js'
import type { Call } from './call.js'
import { type Answer, type Exchange, lateFault, type Phase } from './exchange.js'
import { beginRecovery } from './load-recovery.js'
import type { Settings } from './options.js'
import type { Permit } from './rate-limiter.js'
import { formatAuthorization } from './signing.js'

const SIGNATURE = /^[0-9a-f]{64}$/

/** One request while it is under way. */
export interface Run {
  readonly requestId: string
  /** Ends it. */
  readonly controller: AbortController
  /** Sets its only timer anew and returns for how long, at most to the end of the call; milliseconds. */
  readonly limit: (longestMs: number) => number
  /** How far it has come; it decides what a failure means. */
  phase: Phase
  /** Whose fault it is when it fails now; undefined once it may have been sent. */
  blame: 'limiter_failed' | 'signer_failed' | 'fetch_failed' | undefined
  /** Monotonic milliseconds of the moment its turn came. */
  begunAt?: number
  permit?: Permit
  /** The answer whose head arrived. */
  answer?: Answer
}

/** Waits for the request's turn, signs, sends and reads the answer. Rejects with what went wrong. */
export async function sendRequest(settings: Settings, call: Call, run: Run): Promise<Exchange> {
  const { origin, fetchOptions, fetch = globalThis.fetch, clock, emit, guard, signer } = settings
  const { operation, target, body = null, lane } = call
  const { method, open } = operation
  const { requestId, controller } = run
  const { signal } = controller
  const trace = settings.trace && (await settings.trace)
  signal.throwIfAborted() // perhaps while that was loaded
  const limiter = open ? undefined : settings.limiter()
  if (limiter) {
    const waitMs = limiter.projectedMs?.(lane) ?? 0
    if (waitMs > run.limit(Infinity)) return lateFault('queue', waitMs)
    if (waitMs > 0) {
      void beginRecovery()
      emit(call, requestId, { type: 'wait', waitMs })
    }
    signal.throwIfAborted() // perhaps by whom the event told
    const permit = await limiter.acquire(lane, signal)
    // It may come too late, and nobody else would give it back.
    if (signal.aborted) guard('rateLimit', () => permit.failed('no'))
    signal.throwIfAborted()
    run.permit = permit
  }
  run.begunAt = clock.monotonic()
  run.phase = 'request'
  run.limit(call.timeoutMs)
  run.blame = 'signer_failed'
  const { offsetMs } = settings.serverClock
  const signed: Record<string, string> = { ...call.headers, 'x-request-id': requestId }
  if (signer && !open) {
    const timestamp = String(Math.floor((clock.now() + offsetMs) / 1000))
    const request = { method, target, body: body ?? new Uint8Array(), timestamp, signal }
    const signature = await signer.sign(request)
    if (!SIGNATURE.test(signature)) throw new TypeError('a signature is 64 lower-case hex digits')
    signed.authorization = formatAuthorization({ keyId: signer.keyId, timestamp, signature })
  }
  trace?.sent(`${method} ${target}`, signed, body && parseJson(new TextDecoder().decode(body)))
  signal.throwIfAborted()
  run.blame = 'fetch_failed'
  const sentAt = clock.now()
  const init = { method, headers: signed, body, redirect: 'manual' as const, signal }
  const pending = fetch(origin + target, { ...fetchOptions, ...init })
  void beginRecovery()
  run.blame = undefined
  const response = await pending
  // A fetch that ignores its signal may answer when nobody waits any more.
  if (signal.aborted) await response.body?.cancel()
  signal.throwIfAborted()
  run.phase = 'body'
  const { status, ok, headers } = response
  const answer: Answer = { status, ok, headers, sentAt, headAt: clock.now(), offsetMs, text: '' }
  run.answer = answer
  announce(settings, call, run, answer)
  const isStream = operation.retry === 'stream' && status === 200 && isEventStream(headers)
  if (isStream && response.body) {
    answer.stream = { body: response.body, close: () => controller.abort() }
  } else if (ok || status >= 400) {
    answer.text = await readBody(response, settings.maxResponseBytes)
    answer.json = parseJson(answer.text)
    trace?.received(requestId, status, headers, answer.json)
  } else await response.body?.cancel() // nothing of a redirect is wanted, so its connection is given up
  return answer
}

/** Says what the head of an answer tells everybody else. */
function announce({ clock, emit, guard }: Settings, call: Call, run: Run, { status, headers }: Answer): void {
  const { permit, requestId } = run
  delete run.permit // what happens from now on is no business of it
  if (permit) guard('rateLimit', () => permit.answered())
  // A 429 on opening a stream says that there are too many streams, and nothing about other requests.
  if (permit && status === 429 && call.operation.retry !== 'stream') {
    guard('rateLimit', async () => permit.blocked((await beginRecovery()).restOf(headers, clock.now())))
  }
  const deprecation = headers.get('deprecation') ?? undefined
  const sunset = headers.get('sunset') ?? undefined
  if (deprecation ?? sunset) emit(call, requestId, { type: 'deprecation', deprecation, sunset })
}

function isEventStream(headers: Headers): boolean {
  return /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
}
