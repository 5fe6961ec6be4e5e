import { type RateDocument, readRateDocument, UnusableRates } from '../../domain/rates/rate-document.js'
import type { Clock } from '../../domain/shared/types.js'
import { Deadline } from '../../runtime/deadline.js'
import { HookError, readHookText } from '../../runtime/hook-answer.js'
import { getFromHook, hookFailure } from '../../runtime/hook-request.js'

/** Deadline of one question. */
const ANSWER_MS = 10_000
const MAX_BYTES = 64 * 1_024

export interface RateSourceOptions {
  readonly url: string
  readonly clock: Pick<Clock, 'real'>
  readonly maxAgeMs: number
  /** Replaces the HTTP client. */
  readonly fetch?: typeof fetch | undefined
}

/**
 * Asks the source of rates once.
 *
 * @returns its document, or why there is none that can be used, without its URL
 * @throws the reason of `signal`
 */
export async function askForRates(
  { url, clock, maxAgeMs, fetch: call }: RateSourceOptions,
  signal: AbortSignal,
): Promise<RateDocument | string> {
  const deadline = new Deadline(signal, ANSWER_MS)
  try {
    const response = await getFromHook(url, deadline.signal, call)
    return readRateDocument(await readHookText(response, MAX_BYTES), clock.real(), maxAgeMs)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof HookError || error instanceof UnusableRates) return error.message
    return deadline.isOver ? `no answer within ${ANSWER_MS} ms` : hookFailure(error)
  } finally {
    deadline.end()
  }
}
