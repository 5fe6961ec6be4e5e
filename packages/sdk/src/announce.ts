import type { Call } from './call.js'
import type { Answer } from './exchange.js'
import { emit, guard } from './logging.js'
import type { Settings } from './options.js'
import type { Permit } from './rate-limiter.js'
import type { Run } from './request.js'
import { restOf } from './retry-after.js'

const deprecated = new Set<string>()

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
  if (!(deprecation ?? sunset)) return
  // Logged once for each operation, as it would come with every answer.
  const level = deprecated.has(call.operationId) ? undefined : 'warn'
  deprecated.add(call.operationId)
  emit(settings, call, requestId, level, { type: 'deprecation', deprecation, sunset })
}
