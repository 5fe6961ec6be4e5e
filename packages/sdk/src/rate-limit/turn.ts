import type { Call } from '../http/call.js'
import type { RequestState } from '../http/request-state.js'
import { restOf } from '../http/retry-after.js'
import type { Settings } from '../options.js'
import { emit, log } from '../util/logging.js'
import type { Permit, RateLimiter } from './rate-limiter.js'
import { limiterOf, type SlotLimiter } from './slot-limiter.js'

/** Operations with limits of their own, whose wait can last an hour. Open streams have one too. */
const OWN_LIMIT: ReadonlySet<string> = new Set([
  'createApiKey',
  'sendTestWebhook',
  'redeliverWebhookDelivery',
])

/** The shortest wait that a client logs a warning about, once. */
const NOTABLE_WAIT_MS = 2_000
const warned = /* @__PURE__ */ new WeakSet<Settings>()

/**
 * Waits for the request's turn. Rejects when the request is aborted, and at once when the wait would outlast its
 * call.
 *
 * @returns the right to send the request; undefined where nothing limits it
 */
export async function waitForTurn(
  settings: Settings,
  call: Call,
  state: RequestState,
): Promise<Permit | undefined> {
  const { rateLimit, clock } = settings
  const { controller, staleAt } = state
  if (call.operation.open || !rateLimit) return undefined
  controller.signal.throwIfAborted()
  const permit = await ('acquire' in rateLimit
    ? acquireFrom(rateLimit, controller.signal)
    : acquireSlot(settings, limiterOf(settings, rateLimit), call, state))
  if (staleAt !== undefined && clock.now() >= staleAt) controller.abort()
  return permit
}

/** Asks a limiter of the caller, which knows neither priorities nor how a request ended. */
async function acquireFrom(limiter: RateLimiter, signal: AbortSignal): Promise<Permit> {
  const release = await limiter.acquire(signal)
  return { release: () => release(), block: () => {} }
}

async function acquireSlot(
  settings: Settings,
  limiter: SlotLimiter,
  call: Call,
  state: RequestState,
): Promise<Permit> {
  const { priority } = call
  const { requestId, controller, endAt } = state
  const { signal } = controller
  const waitMs = limiter.projectedMs(priority)
  if (waitMs > endAt - settings.clock.monotonic()) {
    state.tooLongMs = waitMs
    controller.abort()
  } else if (waitMs > 0) {
    emit(settings, call, requestId, 'info', { type: 'wait', waitMs })
    if (waitMs > NOTABLE_WAIT_MS) warnOnce(settings, call, waitMs)
  }
  signal.throwIfAborted() // a listener of the event may have aborted the call
  return limiter.acquire(priority, signal)
}

/** Logs that calls wait for the rate limit, which otherwise looks like a slow server. */
function warnOnce(settings: Settings, { operationId }: Call, waitMs: number): void {
  if (warned.has(settings)) return
  warned.add(settings)
  log(settings, 'warn', 'calls wait for the rate limit of the key; onEvent tells each wait', {
    operationId,
    waitMs,
  })
}

/** Reports a 429 to the key's limiter, unless the refused operation has a limit of its own. */
export async function blockLimiter(
  settings: Settings,
  { operation, operationId }: Call,
  permit: RequestState['permit'],
  headers: Headers,
): Promise<void> {
  if (operation.stream || OWN_LIMIT.has(operationId)) return
  const granted = await permit
  granted?.block(restOf(headers, settings.clock.now()))
}
