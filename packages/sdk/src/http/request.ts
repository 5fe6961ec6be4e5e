import type { Settings } from '../options.js'
import { blockLimiter, waitForTurn } from '../rate-limit/turn.js'
import { formatAuthorization } from '../signing.js'
import type { Answer } from './attempt-outcome.js'
import { parseJson, readBody } from './body.js'
import type { Call } from './call.js'
import type { RequestState } from './request-state.js'
import { traceRequest } from './trace.js'

const SIGNATURE = /^[0-9a-f]{64}$/
const EVENT_STREAM = /^text\/event-stream\b/i

/**
 * Waits for the request's turn, signs, sends and reads the answer. Rejects with the error of whichever step failed.
 */
export async function sendRequest(settings: Settings, call: Call, state: RequestState): Promise<Answer> {
  const { clock, signer, fetch = globalThis.fetch, origin, fetchOptions } = settings
  const { operation, target, body = null } = call
  const { method, open } = operation
  const { requestId, controller, limit } = state
  const { signal } = controller
  state.permit = waitForTurn(settings, call, state)
  await state.permit
  signal.throwIfAborted()

  state.begunAt = clock.monotonic()
  limit(call.timeoutMs)
  state.stage = 'signer'
  const { offsetMs } = settings.serverClock
  const headers: Record<string, string> = { ...call.headers, 'x-request-id': requestId }
  if (signer && !open) {
    const timestamp = String(Math.floor((clock.now() + offsetMs) / 1000))
    const signature = await signer.sign({ method, target, body: body ?? new Uint8Array(), timestamp, signal })
    if (!SIGNATURE.test(signature)) throw new Error('not 64 lower-case hex digits')
    headers.authorization = formatAuthorization({ keyId: signer.keyId, timestamp, signature })
  }
  traceRequest(settings, call, headers)
  signal.throwIfAborted()

  state.stage = 'fetch'
  const sentAt = clock.now()
  const init = { ...fetchOptions, method, headers, body, redirect: 'manual' as const, signal }
  const pending = fetch(origin + target, init)
  state.stage = 'sent'
  const response = await pending
  // A fetch that ignores its signal may answer after the attempt has ended.
  if (signal.aborted) await response.body?.cancel()
  signal.throwIfAborted()

  const { status, ok, headers: received } = response
  const answer: Answer = { status, ok, headers: received, sentAt, headAt: clock.now(), offsetMs, text: '' }
  state.answer = answer
  // Before the permit is returned, which may let the next request go.
  if (status === 429) await blockLimiter(settings, call, state.permit, received)
  const isOpened = operation.stream && ok
  // An empty answer has the body null; without web streams there is none, and reading it whole would not end.
  if (isOpened && EVENT_STREAM.test(`${received.get('content-type')}`) && response.body !== null) {
    answer.stream = { body: response.body, close: () => controller.abort() }
  } else if (ok || status >= 400) {
    answer.text = await readBody(response, settings.maxResponseBytes)
    answer.json = parseJson(answer.text)
  } else controller.abort() // the body of a redirect is not needed, so the connection is given up
  return answer
}
