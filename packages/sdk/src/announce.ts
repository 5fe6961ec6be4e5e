import type { Call } from './call.js'
import type { Answer } from './exchange.js'
import { emit, guard } from './logging.js'
import type { Settings } from './options.js'
import type { Permit } from './rate-limiter.js'
import type { Run } from './request.js'
import { restOf } from './retry-after.js'

/** Says what the head of an answer tells everybody else. */
export function announce(
  settings: Settings,
  call: Call,
  { requestId }: Run,
  { status, headers }: Answer,
  permit: Permit | undefined,
): void {
  // A 429 on opening a stream says that there are too many streams, and nothing about other requests.
  if (permit && status === 429 && call.operation.retry !== 'stream') {
    guard(settings, 'rateLimit', () => permit.blocked(restOf(headers, settings.clock.now())))
  }
  const deprecation = headers.get('deprecation') ?? undefined
  const sunset = headers.get('sunset') ?? undefined
  if (deprecation ?? sunset)
    emit(settings, call, requestId, 'warn', { type: 'deprecation', deprecation, sunset })
}
