import { attempt } from './attempt.js'
import { count } from './budget.js'
import type { Call } from './call.js'
import type { Attempt } from './errors.js'
import { isSuccess } from './exchange.js'
import { loadRecovery } from './load-recovery.js'
import type { Settings } from './options.js'
import type { Settlement } from './settlement.js'

/** Sends a call until it succeeds, until another attempt would be useless or unsafe, or until its time is over. */
export async function settle(settings: Settings, call: Call): Promise<Settlement> {
  const startedAt = settings.clock.monotonic()
  const attempts: Attempt[] = []
  const send = (number: number, waitedMs: number, staleAt?: number) =>
    attempt(settings, { ...call, staleAt }, number, startedAt + call.deadlineMs, waitedMs, attempts)
  if (settings.budget) count(settings.clock, settings.budget.calls)
  const exchange = await send(1, 0)
  if (isSuccess(call.operation, exchange)) {
    return { kind: 'success', exchange, data: exchange.json, attempts }
  }
  const { recover } = await loadRecovery(call, attempts)
  return recover(settings, call, startedAt, exchange, attempts, send, settle)
}
