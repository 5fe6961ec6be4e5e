import type { Outstanding, ScreeningAnswer, ScreeningSubject } from '../../domain/screening/screening.js'
import { formatUsdt } from '../../domain/shared/money.js'
import type { Clock } from '../../domain/shared/types.js'
import { HookError } from '../../runtime/hook-answer.js'
import { callHook, type Hook } from '../hook-call.js'
import type { JsonRecord } from '../nodes/answer-shape.js'

const MAX_REFERENCE = 256

/**
 * Asks the operator's screening service about one payment, or about the destination of a withdrawal. Only a plain pass
 * or flag counts. The URL and the secret of the service appear in no message.
 */
export async function askHook(
  hook: Hook & { readonly clock: Clock },
  subject: ScreeningSubject,
  signal: AbortSignal,
): Promise<ScreeningAnswer | Outstanding> {
  try {
    return judgementOf(await callHook(hook, questionOf(subject), signal))
  } catch (error) {
    if (error instanceof HookError) return outstanding(error.message)
    throw error
  }
}

const questionOf = (subject: ScreeningSubject): object => ({
  network: subject.network,
  environment: subject.environment,
  tx_hash: subject.txHash,
  log_index: subject.logIndex,
  from: subject.from,
  origin: subject.origin,
  to: subject.to,
  amount: subject.amount === null ? null : formatUsdt(subject.amount),
})

function judgementOf({ verdict, reference = null }: JsonRecord): ScreeningAnswer | Outstanding {
  if (verdict !== 'pass' && verdict !== 'flag') return outstanding('the response has no verdict')
  if (reference !== null && typeof reference !== 'string') return outstanding('the reference is not a string')
  return { verdict, reference: reference && storable(reference) }
}

/** Replaces control characters and lone surrogates, which the database or a terminal would not accept. */
const storable = (text: string): string => text.slice(0, MAX_REFERENCE).replace(/[\p{Cc}\p{Cs}]/gu, ' ')

const outstanding = (why: string): Outstanding => ({ verdict: 'outstanding', why })
