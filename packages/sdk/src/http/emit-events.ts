import type { Settings } from '../options.js'
import { emit } from '../util/logging.js'
import type { AttemptOutcome } from './attempt-outcome.js'
import type { Call } from './call.js'
import { traceAnswer } from './trace.js'

/** Operations whose deprecation was logged. */
const deprecated = new Set<string>()

/**
 * Emits the events of an attempt that has ended: a deprecation that the server announced, and the attempt itself.
 *
 * @param number 1 for the first attempt
 * @param ms how long it took, milliseconds
 */
export function emitEvents(
  settings: Settings,
  call: Call,
  requestId: string,
  number: number,
  outcome: AttemptOutcome,
  ms: number,
): void {
  const { operationId } = call
  const { status, code: error, headers } = outcome
  const deprecation = headers?.get('deprecation') ?? undefined
  const sunset = headers?.get('sunset') ?? undefined
  if (deprecation ?? sunset) {
    // Logged once for each operation, as it would come with every answer.
    const level = deprecated.has(operationId) ? undefined : 'warn'
    deprecated.add(operationId)
    emit(settings, call, requestId, level, { type: 'deprecation', deprecation, sunset })
  }
  if (status && 'json' in outcome) traceAnswer(settings, requestId, outcome)
  emit(settings, call, requestId, 'debug', { type: 'attempt', attempt: number, status, error, ms })
}
