import type { ClaimedAlert } from '../../domain/attention/alert.js'
import type { Context } from '../../domain/context.js'
import { signingKeys } from '../../domain/secrets/signing-keys.js'
import { DELIVERY_LEASE_MARGIN_MS } from '../../domain/shared/policy.js'
import type { Store } from '../../domain/store/store.js'
import { decideAttempt } from '../../domain/webhooks/delivery-schedule.js'
import type { AttemptOutcome } from '../../domain/webhooks/webhook.js'
import { webhookHeaders } from '../../domain/webhooks/webhook-headers.js'
import { Deadline } from '../../runtime/deadline.js'
import { hookFailure, postToHook } from '../../runtime/hook-request.js'
import type { Worker } from '../worker.js'

/** Alerts in flight. */
const BATCH = 8

export interface AlertSenderOptions {
  readonly url: string
  readonly secret: string
  /** Deadline of one attempt. */
  readonly timeoutMs: number
  readonly log: { error(details: object, message: string): void }
}

/**
 * Sends due alerts to the operator's receiver, signed and repeated like webhooks. After the last attempt an alert is
 * dropped with a line in the log.
 */
export function alertSender(store: Store, context: Context, options: AlertSenderOptions): Worker {
  const { timeoutMs } = options
  const leaseMs = timeoutMs + DELIVERY_LEASE_MARGIN_MS

  async function claim(): Promise<ClaimedAlert[]> {
    const real = context.clock.real()
    // A claim that ends later than any of ours could was made by a clock that ran ahead.
    const times = { now: context.clock.now(), real, latest: real + 2 * leaseMs }
    if (!(await store.read((tx) => tx.alerts.hasDue(times)))) return []
    return store.write((tx) => tx.alerts.claim({ ...times, until: real + leaseMs, limit: BATCH }))
  }

  async function sendOne(alert: ClaimedAlert, signal: AbortSignal): Promise<void> {
    const outcome = await send(context, options, alert, signal)
    if (signal.aborted && !outcome.delivered) return store.write((tx) => tx.alerts.release([alert.id]))
    const { webhookRetryDelaysMs: delays } = context.policy
    const after = decideAttempt(alert, outcome, context.clock.now(), delays)
    await store.write((tx) => tx.alerts.record(after))
    if (after.status === 'FAILED')
      options.log.error(
        { alert: alert.id, event: alert.event, attempts: after.attempts, error: after.lastError },
        'an alert could not be delivered and is dropped',
      )
  }

  return {
    name: 'alert-sender',
    everyMs: 1_000,
    async tick(signal) {
      const claimed = await claim()
      const ended = await Promise.allSettled(claimed.map((alert) => sendOne(alert, signal)))
      for (const one of ended) if (one.status === 'rejected') throw one.reason
      return claimed.length
    },
  }
}

async function send(
  context: Context,
  { url, secret, timeoutMs }: AlertSenderOptions,
  { id, event, body: text, attempts }: ClaimedAlert,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const body = Buffer.from(text)
  const timestamp = Math.floor(context.clock.wall() / 1_000)
  const headers = webhookHeaders({
    event,
    body,
    deliveryId: id,
    attempt: attempts + 1,
    keys: [signingKeys(secret)],
    timestamp,
  })
  const deadline = new Deadline(signal, timeoutMs)
  try {
    const response = await postToHook({ url, headers, body }, deadline.signal)
    await response.body?.cancel()
    return response.ok ? { delivered: true } : { delivered: false, error: `HTTP ${response.status}` }
  } catch (error) {
    return { delivered: false, error: deadline.isOver ? 'timeout' : hookFailure(error) }
  } finally {
    deadline.end()
  }
}
