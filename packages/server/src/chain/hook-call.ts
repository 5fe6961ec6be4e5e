import { signWebhook } from '@merchantpay/webhook-verify'
import type { Clock } from '../domain/shared/types.js'
import { Deadline } from '../runtime/deadline.js'
import { HookError, readHookText } from '../runtime/hook-answer.js'
import { hookFailure, postToHook } from '../runtime/hook-request.js'
import { isRecord, type JsonRecord } from './nodes/answer-shape.js'

const CALL_MS = 5_000
const MAX_BYTES = 64 * 1_024

/** A service of the operator that answers signed requests. */
export interface Hook {
  readonly url: string
  readonly secret: string
  /** Timeout of a whole call, ms; 5,000 by default. */
  readonly callMs?: number | undefined
  /** Replaces the HTTP client. */
  readonly fetch?: typeof fetch | undefined
}

/**
 * POSTs JSON to a service of the operator, signed like a webhook.
 *
 * @returns the JSON object of a response with status 200
 * @throws HookError for any other answer, or none in time
 */
export async function callHook(
  { url, secret, callMs = CALL_MS, fetch: call, clock }: Hook & { readonly clock: Clock },
  question: object,
  signal: AbortSignal,
): Promise<JsonRecord> {
  const body = Buffer.from(JSON.stringify(question))
  const timestamp = Math.floor(clock.wall() / 1_000)
  const headers = { 'X-Merchant-Signature': signWebhook({ body, secrets: Buffer.from(secret), timestamp }) }
  const deadline = new Deadline(signal, callMs)
  try {
    const response = await postToHook({ url, headers, body }, deadline.signal, call)
    return readAnswer(await readHookText(response, MAX_BYTES))
  } catch (error) {
    signal.throwIfAborted()
    if (deadline.signal.aborted) throw new HookError(`no answer within ${callMs} ms`)
    throw error instanceof HookError ? error : new HookError(hookFailure(error))
  } finally {
    deadline.end()
  }
}

function readAnswer(text: string): JsonRecord {
  const answer = parse(text)
  if (!isRecord(answer)) throw new HookError('the response is not a JSON object')
  return answer
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
