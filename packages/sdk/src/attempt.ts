import { onAbort } from './abort.js'
import { parseJson, readBody } from './body.js'
import { type Call, requestIdOf } from './call.js'
import type { Answer, Exchange, Fault } from './exchange.js'
import { readFault } from './fault.js'
import type { Settings } from './options.js'
import { formatAuthorization, type Signer } from './signing.js'
import { startTimer } from './timer.js'

/** How far an attempt has come; it decides what its failure means. */
interface Progress {
  phase: Fault['phase']
  sent: Fault['sent']
  answer?: Omit<Answer, 'bytes' | 'json'>
  signerFailure?: { cause: unknown }
}

const EMPTY = new Uint8Array()

/**
 * Sends a call once: signs it, sends it, reads the whole answer. Never rejects; whatever goes wrong is a
 * fault. The caller's signal and the timer end every phase, even of a `fetch` that ignores its signal.
 *
 * @param number    1 for the first attempt
 * @param timeoutMs the attempt's own limit, milliseconds
 */
export async function attempt(
  settings: Settings,
  call: Call,
  number: number,
  timeoutMs: number,
): Promise<Exchange> {
  const controller = new AbortController()
  const progress: Progress = { phase: 'request', sent: 'no' }
  const stopListening = onAbort(call.signal, () => controller.abort(call.signal?.reason))
  const stopTimer = startTimer(timeoutMs, () => controller.abort())
  try {
    return await Promise.race([send(settings, call, number, controller, progress), whenAborted(controller)])
  } catch (cause) {
    const timedOut = controller.signal.aborted
    controller.abort()
    return explain(progress, cause, call.signal, timedOut)
  } finally {
    stopTimer()
    stopListening()
  }
}

function whenAborted({ signal }: AbortController): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

async function send(
  settings: Settings,
  call: Call,
  number: number,
  controller: AbortController,
  progress: Progress,
): Promise<Answer> {
  const headers: Record<string, string> = { ...call.headers, 'x-request-id': requestIdOf(call, number) }
  if (settings.signer !== undefined && call.operation.signed) {
    headers.authorization = await authorize(settings.signer, call, controller.signal, progress)
  }
  const init = {
    ...settings.fetchOptions,
    method: call.operation.method,
    headers,
    redirect: 'manual' as const,
  }
  const fetch = settings.fetch ?? globalThis.fetch
  controller.signal.throwIfAborted()
  progress.sent = 'maybe'
  const response = await fetch(settings.origin + call.target, {
    ...init,
    signal: controller.signal,
    ...(call.body === undefined ? {} : { body: call.body }),
  })
  progress.phase = 'body'
  progress.answer = { kind: 'answer', status: response.status, headers: response.headers }
  if (call.operation.retry === 'stream' && isEventStream(response)) {
    const stream = { body: response.body, close: () => controller.abort() }
    return { ...progress.answer, bytes: EMPTY, json: undefined, stream }
  }
  if (response.status < 200 || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel() // nothing of a redirect is wanted, so its connection is given up
    return { ...progress.answer, bytes: EMPTY, json: undefined }
  }
  const bytes = await readBody(response)
  return { ...progress.answer, bytes, json: parseJson(bytes) }
}

async function authorize(
  signer: Signer,
  call: Call,
  signal: AbortSignal,
  progress: Progress,
): Promise<string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const { target, body = EMPTY } = call
  const request = { method: call.operation.method, target, body, timestamp, signal }
  try {
    const signature = await signer.sign(request)
    return formatAuthorization({ keyId: signer.keyId, timestamp, signature })
  } catch (cause) {
    progress.signerFailure = { cause }
    throw cause
  }
}

function isEventStream(
  response: Response,
): response is Response & { body: ReadableStream<Uint8Array<ArrayBuffer>> } {
  const type = response.headers.get('content-type') ?? ''
  return response.status === 200 && response.body !== null && /^text\/event-stream\b/i.test(type)
}

/** The caller's abort comes first, then the timer; a status of 400 or more outranks its unreadable body. */
function explain(
  progress: Progress,
  cause: unknown,
  signal: AbortSignal | undefined,
  timedOut: boolean,
): Exchange {
  const { phase, sent, answer, signerFailure } = progress
  const fault = { kind: 'fault', phase, sent, isFinal: false } as const
  if (signal?.aborted) {
    return { ...fault, reason: 'abort', code: 'aborted', cause: signal.reason, isFinal: true }
  }
  if (answer !== undefined && answer.status >= 400) return { ...answer, bytes: EMPTY, json: undefined }
  if (timedOut) return { ...fault, reason: 'timeout', code: 'timeout', cause: undefined }
  if (signerFailure !== undefined) {
    return { ...fault, reason: 'signer', code: 'signer_failed', cause: signerFailure.cause, isFinal: true }
  }
  const read = readFault(cause)
  return { ...fault, ...read, sent: phase === 'body' ? 'maybe' : read.sent, reason: 'connection', cause }
}
