import type { Call } from './call.js'
import type { SlotLimiter } from './limiter.js'
import { emit } from './logging.js'
import type { Settings } from './options.js'
import { Queue } from './queue.js'
import type { Permit, RateLimiter } from './rate-limiter.js'
import type { Run } from './request.js'

/** Waits for a request's turn, unless that comes too late for its call. Rejects when it is given up. */
export async function waitForTurn(
  settings: Settings,
  call: Call,
  run: Run,
  limiter: RateLimiter,
): Promise<Permit> {
  const { lane } = call
  const { requestId, controller } = run
  const { signal } = controller
  // Any other than the caller's is ours, perhaps that of another copy of this package, and has a queue.
  const line = limiter === settings.rateLimit ? limiter : queueOf(limiter as SlotLimiter)
  const waitMs = line.projectedMs?.(lane) ?? 0
  if (waitMs > run.endAt - settings.clock.monotonic()) {
    run.tooLongMs = waitMs
    controller.abort()
  } else if (waitMs > 0 && !signal.aborted) emit(settings, call, requestId, 'info', { type: 'wait', waitMs })
  signal.throwIfAborted()
  const permit = await line.acquire(lane, signal)
  if (settings.clock.now() >= Number(call.staleAt)) controller.abort()
  return permit
}

function queueOf(limiter: SlotLimiter): Queue {
  const { queue = new Queue(limiter) } = limiter
  limiter.queue = queue
  return queue
}
