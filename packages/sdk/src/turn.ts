import type { Call } from './call.js'
import { emit, guard } from './logging.js'
import type { Settings } from './options.js'
import type { Permit, RateLimiter } from './rate-limiter.js'
import type { RequestState } from './request.js'
import { restOf } from './retry-after.js'

/** Operations with limits of their own, whose wait can last an hour. Open streams have one too. */
const OWN_LIMIT: ReadonlySet<string> = new Set([
  'createApiKey',
  'sendTestWebhook',
  'redeliverWebhookDelivery',
])

/**
 * Waits for the request's turn. Rejects when the request is aborted, and at once when the wait would outlast its call.
 */
export async function waitForTurn(
  settings: Settings,
  call: Call,
  state: RequestState,
  limiter: RateLimiter,
): Promise<Permit> {
  const { lane } = call
  const { requestId, controller, endAt, staleAt } = state
  const { signal } = controller
  const waitMs = limiter.projectedMs?.(lane) ?? 0
  if (waitMs > endAt - settings.clock.monotonic()) {
    state.tooLongMs = waitMs
    controller.abort()
  } else if (waitMs > 0 && !signal.aborted) emit(settings, call, requestId, 'info', { type: 'wait', waitMs })
  signal.throwIfAborted()
  const permit = await limiter.acquire(lane, signal)
  if (staleAt !== undefined && settings.clock.now() >= staleAt) controller.abort()
  return permit
}

/** Reports a 429 to the limiter, unless the refused operation has a limit of its own. */
export async function blockLimiter(
  settings: Settings,
  { operation, operationId }: Call,
  permit: RequestState['permit'],
  headers: Headers,
): Promise<void> {
  if (operation.stream || OWN_LIMIT.has(operationId)) return
  const restMs = restOf(headers, settings.clock.now())
  const given = await permit
  await guard(settings, 'rateLimit', () => given?.blocked(restMs))
}
