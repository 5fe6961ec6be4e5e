import { parseJson, readBody } from './body.js'
import type { Call } from './call.js'
import type { Answer, Phase } from './exchange.js'
import { load } from './load.js'
import { aside, beginRecovery, report } from './load-recovery.js'
import type { Settings } from './options.js'
import type { Permit } from './rate-limiter.js'
import { formatAuthorization } from './signing.js'

const SIGNATURE = /^[0-9a-f]{64}$/
const EVENT_STREAM = /^text\/event-stream\b/i
const NO_BODY = /* @__PURE__ */ new Uint8Array()

/** One request while it is under way. */
export interface Run {
  readonly requestId: string
  /** Ends it. */
  readonly controller: AbortController
  /** Sets its only timer anew and returns for how long, at most to the end of the call; milliseconds. */
  readonly limit: (longestMs: number) => number
  /** How far it has come; it decides what a failure means. `signer` and `fetch` are asked before anything may be sent. */
  stage: Phase | 'signer' | 'fetch'
  /** Monotonic milliseconds of the moment its turn came. */
  begunAt?: number
  permit?: Permit | undefined
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
  const { requestId, controller } = run
  const { signal } = controller
  // Showing everything must not end a call, not even by the lack of a file.
  const trace =
    settings.logLevel === 'debug' ? await load(import('./trace.js')).catch(() => undefined) : undefined
  signal.throwIfAborted() // perhaps while that was loaded
  const limiter = open ? undefined : settings.limiter()
  if (limiter) {
    const waitMs = limiter.projectedMs?.(lane) ?? 0
    if (waitMs > run.limit(Infinity)) {
      run.tooLongMs = waitMs
      controller.abort()
    } else if (waitMs > 0) {
      void aside(({ emit }) => emit(settings, call, requestId, 'info', { type: 'wait', waitMs }))
    }
    signal.throwIfAborted()
    const permit = await limiter.acquire(lane, signal)
    // It may come too late, and nobody else would give it back.
    if (signal.aborted) report(settings, () => permit.failed('no'))
    signal.throwIfAborted()
    run.permit = permit
  }
  run.begunAt = clock.monotonic()
  run.limit(call.timeoutMs)
  run.stage = 'signer'
  const { offsetMs } = settings.serverClock
  const signed: Record<string, string> = { ...call.headers, 'x-request-id': requestId }
  if (signer && !open) {
    const timestamp = String(Math.floor((clock.now() + offsetMs) / 1000))
    const signature = await signer.sign({ method, target, body: body ?? NO_BODY, timestamp, signal })
    if (!SIGNATURE.test(signature)) throw new TypeError('a signature is 64 lower-case hex digits')
    signed.authorization = formatAuthorization({ keyId: signer.keyId, timestamp, signature })
  }
  trace?.showSent(settings, `${method} ${target}`, signed, body)
  signal.throwIfAborted()
  run.stage = 'fetch'
  const sentAt = clock.now()
  const init = { ...fetchOptions, method, headers: signed, body, redirect: 'manual' as const, signal }
  const pending = fetch(origin + target, init)
  void beginRecovery()
  run.stage = 'request'
  const response = await pending
  // A fetch that ignores its signal may answer when nobody waits any more.
  if (signal.aborted) await response.body?.cancel()
  signal.throwIfAborted()
  run.stage = 'body'
  const { status, ok, headers } = response
  const answer: Answer = { status, ok, headers, sentAt, headAt: clock.now(), offsetMs, text: '' }
  run.answer = answer
  const { permit } = run
  run.permit = undefined // what happens from now on is no business of it
  if (permit) report(settings, () => permit.answered())
  if (status === 429 || headers.has('deprecation') || headers.has('sunset')) {
    await aside(({ announce }) => announce(settings, call, run, answer, permit))
  }
  const isOpened = operation.retry === 'stream' && status === 200
  if (isOpened && EVENT_STREAM.test(`${headers.get('content-type')}`) && response.body) {
    answer.stream = { body: response.body, close: () => controller.abort() }
  } else if (ok || status >= 400) {
    answer.text = await readBody(response, settings.maxResponseBytes)
    answer.json = parseJson(answer.text)
    trace?.showReceived(settings, requestId, answer)
  } else await response.body?.cancel() // nothing of a redirect is wanted, so its connection is given up
  return answer
}
