import { parseJson, readBody } from './body.js'
import type { Call } from './call.js'
import type { Answer } from './exchange.js'
import { limiterOf } from './limiter.js'
import { aside, beginRecovery } from './load-recovery.js'
import type { Settings } from './options.js'
import type { Permit } from './rate-limiter.js'
import { formatAuthorization } from './signing.js'

const SIGNATURE = /^[0-9a-f]{64}$/
const EVENT_STREAM = /^text\/event-stream\b/i

/** One request while it is under way. */
export interface Run {
  readonly requestId: string
  /** Ends it. */
  readonly controller: AbortController
  /** When its call's time is over, milliseconds of the monotonic clock. */
  readonly endAt: number
  /** Gives it up after so many milliseconds. */
  readonly limit: (ms: number) => void
  /** Who may fail it next: before it is `sent` only what the caller handed over can. */
  stage: 'limiter' | 'signer' | 'fetch' | 'sent'
  /** Monotonic milliseconds of the moment its turn came. */
  begunAt?: number
  /** The right to send it, once that was asked for. */
  permit?: Permit | Promise<Permit>
  /** How long it would have to wait for its turn, milliseconds, where that is too long. */
  tooLongMs?: number
  /** The answer whose head arrived. */
  answer?: Answer
}

/** Waits for the request's turn, signs, sends and reads the answer. Rejects with what went wrong. */
export async function sendRequest(settings: Settings, call: Call, run: Run): Promise<Answer> {
  const { origin, fetchOptions, fetch = globalThis.fetch, clock, signer } = settings
  const { operation, target, body = null, lane } = call
  const { method, open } = operation
  const { requestId, controller, limit } = run
  const { signal } = controller
  const limiter = open ? undefined : limiterOf(settings)
  if (limiter) {
    const waitMs = limiter.projectedMs?.(lane) ?? 0
    run.permit =
      waitMs > 0
        ? beginRecovery().then(({ waitForTurn }) => waitForTurn(settings, call, run, limiter))
        : limiter.acquire(lane, signal)
    await run.permit
  }
  signal.throwIfAborted()
  run.begunAt = clock.monotonic()
  limit(call.timeoutMs)
  run.stage = 'signer'
  const { offsetMs } = settings.serverClock
  const headers: Record<string, string> = { ...call.headers, 'x-request-id': requestId }
  if (signer && !open) {
    const timestamp = String(Math.floor((clock.now() + offsetMs) / 1000))
    const signature = await signer.sign({ method, target, body: body ?? new Uint8Array(), timestamp, signal })
    if (!SIGNATURE.test(signature)) throw new Error('not 64 lower-case hex digits')
    headers.authorization = formatAuthorization({ keyId: signer.keyId, timestamp, signature })
  }
  if (settings.logLevel === 'debug') await aside(({ show }) => show(settings, call, headers))
  signal.throwIfAborted()
  run.stage = 'fetch'
  const sentAt = clock.now()
  const init = { ...fetchOptions, method, headers, body, redirect: 'manual' as const, signal }
  const pending = fetch(origin + target, init)
  void beginRecovery()
  run.stage = 'sent'
  const response = await pending
  // A fetch that ignores its signal may answer when nobody waits any more.
  if (signal.aborted) await response.body?.cancel()
  signal.throwIfAborted()
  const { status, ok, headers: received } = response
  const answer: Answer = { status, ok, headers: received, sentAt, headAt: clock.now(), offsetMs, text: '' }
  run.answer = answer
  // Before the permit is given back, which may let the next request go.
  if (status === 429) await aside(({ block }) => block(settings, call, run.permit, received))
  const isOpened = operation.stream && ok
  if (isOpened && EVENT_STREAM.test(`${received.get('content-type')}`) && response.body) {
    answer.stream = { body: response.body, close: () => controller.abort() }
  } else if (ok || status >= 400) {
    answer.text = await readBody(response, settings.maxResponseBytes)
    answer.json = parseJson(answer.text)
  } else controller.abort() // nothing of a redirect is wanted, so its connection is given up
  return answer
}
