import { signWebhook } from '@merchantpay/webhook-verify'
import type { Outstanding, ScreeningAnswer, ScreeningSubject } from '../../domain/screening/screening.js'
import { formatUsdt } from '../../domain/shared/money.js'
import type { Clock } from '../../domain/shared/types.js'
import { Deadline } from '../../runtime/deadline.js'
import { hookFailure, postToHook } from '../../runtime/hook-request.js'
import { isRecord } from '../nodes/answer-shape.js'

const CALL_MS = 5_000
const MAX_BYTES = 64 * 1_024
const MAX_REFERENCE = 256

export interface Hook {
  readonly url: string
  readonly secret: string
  /** Timeout of a whole call. */
  readonly callMs?: number | undefined
}

export interface HookOptions extends Hook {
  readonly clock: Clock
}

/**
 * Asks the operator's screening service about one payment, or about the destination of a withdrawal. Only a plain pass
 * or flag counts. The URL and the secret of the service appear in no message.
 */
export async function askHook(
  options: HookOptions,
  subject: ScreeningSubject,
  signal: AbortSignal,
): Promise<ScreeningAnswer | Outstanding> {
  const { callMs = CALL_MS } = options
  const deadline = new Deadline(signal, callMs)
  try {
    return judgementOf(await exchange(options, bodyOf(subject), deadline.signal))
  } catch (error) {
    signal.throwIfAborted()
    const isLate = deadline.signal.aborted
    return outstanding(isLate ? `no answer within ${callMs} ms` : reasonOf(error))
  } finally {
    deadline.end()
  }
}

const bodyOf = (subject: ScreeningSubject): Buffer =>
  Buffer.from(
    JSON.stringify({
      network: subject.network,
      environment: subject.environment,
      tx_hash: subject.txHash,
      log_index: subject.logIndex,
      from: subject.from,
      origin: subject.origin,
      to: subject.to,
      amount: subject.amount === null ? null : formatUsdt(subject.amount),
    }),
  )

/** @returns the body of a response with status 200 */
async function exchange(
  { url, secret, clock }: HookOptions,
  body: Buffer,
  signal: AbortSignal,
): Promise<string> {
  const timestamp = Math.floor(clock.wall() / 1_000)
  const headers = { 'X-Merchant-Signature': signWebhook({ body, secrets: Buffer.from(secret), timestamp }) }
  const response = await postToHook({ url, headers, body }, signal)
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new HookError(`HTTP ${response.status}`)
  }
  const chunks: Uint8Array[] = []
  let left = MAX_BYTES
  for await (const chunk of response.body ?? []) {
    left -= chunk.byteLength
    if (left < 0) throw new HookError('the response is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function judgementOf(text: string): ScreeningAnswer | Outstanding {
  const answer = parse(text)
  if (!isRecord(answer)) return outstanding('the response is not a JSON object')
  const { verdict, reference = null } = answer
  if (verdict !== 'pass' && verdict !== 'flag') return outstanding('the response has no verdict')
  if (reference !== null && typeof reference !== 'string') return outstanding('the reference is not a string')
  return { verdict, reference: reference && storable(reference) }
}

/** Replaces control characters and lone surrogates, which the database or a terminal would not accept. */
const storable = (text: string): string => text.slice(0, MAX_REFERENCE).replace(/[\p{Cc}\p{Cs}]/gu, ' ')

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Its message is our own text: it quotes neither the URL nor the response. */
class HookError extends Error {}

const reasonOf = (error: unknown): string => (error instanceof HookError ? error.message : hookFailure(error))

const outstanding = (why: string): Outstanding => ({ verdict: 'outstanding', why })
