import { onAbort } from './abort.js'
import { parseJson, readBody } from './body.js'
import type { Call } from './call.js'
import type { Attempt } from './errors.js'
import { type Answer, abortFault, type Exchange } from './exchange.js'
import { readFault } from './fault.js'
import type { Settings } from './options.js'
import { formatAuthorization } from './signing.js'
import { startTimer } from './timer.js'

/** One attempt among those of its call. */
export interface Turn {
  /** 1 for the first attempt. */
  readonly number: number
  /** The attempt's own limit, milliseconds. */
  readonly timeoutMs: number
  /** How long the call waited before it, milliseconds. */
  readonly waitedMs: number
}

/** How far an attempt has come; it decides what its failure means. */
interface Progress {
  isSent?: boolean
  answer?: Answer
}

/**
 * Sends a call once: signs it, sends it, reads the whole answer. Never rejects; whatever goes wrong is a
 * fault. The caller's signal and the timer end every phase, even of a `fetch` that ignores its signal.
 *
 * @param attempts where it is written down how the attempt went
 */
export async function attempt(
  settings: Settings,
  call: Call,
  turn: Turn,
  attempts: Attempt[],
): Promise<Exchange> {
  const { number, timeoutMs, waitedMs } = turn
  const startedAt = Date.now()
  const sentAt = performance.now()
  const exchange = await sendInTime(settings, call, number, timeoutMs)
  const end = exchange.status === undefined ? { error: exchange.code } : { status: exchange.status }
  attempts.push({ ...end, startedAt, ms: performance.now() - sentAt, waitedMs })
  return exchange
}

async function sendInTime(
  settings: Settings,
  call: Call,
  number: number,
  timeoutMs: number,
): Promise<Exchange> {
  const controller = new AbortController()
  const { signal } = controller
  const progress: Progress = {}
  const stopListening = onAbort(call.signal, () => controller.abort(call.signal?.reason))
  const stopTimer = startTimer(timeoutMs, () => controller.abort())
  const whenAborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', reject)
  })
  try {
    return await Promise.race([send(settings, call, number, controller, progress), whenAborted])
  } catch (cause) {
    const timedOut = signal.aborted
    controller.abort()
    return explain(progress, cause, call.signal, timedOut)
  } finally {
    stopTimer()
    stopListening()
  }
}

async function send(
  { origin, signer, fetchOptions, fetch = globalThis.fetch }: Settings,
  call: Call,
  number: number,
  controller: AbortController,
  progress: Progress,
): Promise<Answer> {
  const { operation, target, body } = call
  const { method } = operation
  const { signal } = controller
  const sent: Record<string, string> = { ...call.headers, 'x-request-id': call.requestId(number) }
  if (signer && !operation.open) {
    const timestamp = String(Math.floor(Date.now() / 1000))
    const request = { method, target, body: body ?? new Uint8Array(), timestamp, signal }
    const signature = await signer.sign(request)
    sent.authorization = formatAuthorization({ keyId: signer.keyId, timestamp, signature })
  }
  signal.throwIfAborted()
  progress.isSent = true
  const init = {
    ...fetchOptions,
    method,
    headers: sent,
    body: body ?? null,
    redirect: 'manual' as const,
    signal,
  }
  const response = await fetch(origin + target, init)
  const { status, ok, headers } = response
  const answer: Answer = { status, ok, headers, text: '', json: undefined }
  progress.answer = answer
  if (operation.retry === 'stream' && isEventStream(response)) {
    return { ...answer, stream: { body: response.body, close: () => controller.abort() } }
  }
  if (!ok && status < 400) {
    await response.body?.cancel() // nothing of a redirect is wanted, so its connection is given up
    return answer
  }
  const text = await readBody(response)
  return { ...answer, text, json: parseJson(text) }
}

function isEventStream(
  response: Response,
): response is Response & { body: ReadableStream<Uint8Array<ArrayBuffer>> } {
  const { status, headers, body } = response
  return status === 200 && body !== null && /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
}

/** The caller's abort comes first, then a refusing status, which outranks its unreadable body. */
function explain(
  { isSent, answer }: Progress,
  cause: unknown,
  signal: AbortSignal | undefined,
  timedOut: boolean,
): Exchange {
  const progress = { phase: answer ? 'body' : 'request', sent: isSent ? 'maybe' : 'no' } as const
  if (signal?.aborted) return { ...abortFault(signal), ...progress }
  if (answer && answer.status >= 400) return answer
  if (timedOut) return { ...progress, reason: 'timeout', code: 'timeout' }
  // Until a request is sent, only its signer can fail.
  if (!isSent) return { ...progress, reason: 'signer', code: 'signer_failed', cause, isFinal: true }
  const fault = { ...progress, ...readFault(cause), reason: 'connection', cause } as const
  return answer ? { ...fault, sent: 'maybe' } : fault
}
