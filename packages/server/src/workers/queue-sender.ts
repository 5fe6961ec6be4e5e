import type { Context } from '../domain/context.js'
import { DELIVERY_LEASE_MARGIN_MS } from '../domain/shared/policy.js'
import type { QueuedItem, SendQueue } from '../domain/store/send-queue.js'
import type { Store } from '../domain/store/store.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import { decideAttempt } from '../domain/webhooks/delivery-schedule.js'
import type { AttemptedDelivery, AttemptOutcome } from '../domain/webhooks/webhook.js'
import { Breakers } from './webhooks/webhook-breakers.js'
import type { Worker } from './worker.js'

/** How long an attempt may go on while the server stops: what was sent but not recorded is sent again. */
const GRACE_MS = 5_000

export interface QueueSenderOptions<Item extends QueuedItem> {
  /** Of the worker. */
  readonly name: string
  readonly queue: (tx: Tx) => SendQueue<Item>
  /** Makes one attempt. */
  readonly send: (item: Item, signal: AbortSignal) => Promise<AttemptOutcome>
  /** Deadline of one attempt. */
  readonly timeoutMs: number
  /** Called when a message is given up. */
  readonly onDropped: (item: Item, after: AttemptedDelivery) => void
}

/**
 * Sends due messages to one receiver, repeated on the schedule of webhooks and behind the same circuit breaker. An attempt
 * that was not recorded is made again under its number, once its claim has expired. A receiver that asks for a pause gets
 * nothing until it is over.
 */
export function queueSender<Item extends QueuedItem>(
  store: Store,
  context: Context,
  { name, queue, send, timeoutMs, onDropped }: QueueSenderOptions<Item>,
): Worker {
  const leaseMs = timeoutMs + GRACE_MS + DELIVERY_LEASE_MARGIN_MS
  const breakers = new Breakers()
  let pause = { from: 0, ms: 0 }

  async function claim(): Promise<Item[]> {
    const real = context.clock.real()
    const pausedMs = real - pause.from
    // Negative if the clock was set back.
    if (pausedMs >= 0 && pausedMs < pause.ms) return []
    const { slots, dueAt } = breakers.admit(name, context.clock.now(), 0)
    // A claim that ends later than any of ours could was made by a clock that ran ahead.
    const times = { now: dueAt, real, latest: real + 2 * leaseMs }
    if (!(await store.read((tx) => queue(tx).hasDue(times)))) return []
    return store.write((tx) => queue(tx).claim({ ...times, until: real + leaseMs, limit: slots }))
  }

  async function sendOne(item: Item, signal: AbortSignal): Promise<void> {
    const startedAt = context.clock.now()
    const outcome = await send(item, signal)
    if (signal.aborted && !outcome.delivered) return store.write((tx) => queue(tx).release([item.id]))
    if (!outcome.delivered && outcome.pauseMs !== undefined) {
      pause = { from: context.clock.real(), ms: outcome.pauseMs }
      return store.write((tx) => queue(tx).release([item.id]))
    }
    const endedAt = context.clock.now()
    breakers.note(name, { deliveryId: item.id, outcome, startedAt, endedAt })
    const after = decideAttempt(item, outcome, endedAt, context.policy.webhookRetryDelaysMs)
    await store.write((tx) => queue(tx).record(after))
    if (after.status === 'FAILED') onDropped(item, after)
  }

  return {
    name,
    everyMs: 1_000,
    async tick(signal) {
      const claimed = await claim()
      const end = afterGrace(signal)
      const ended = await Promise.allSettled(claimed.map((item) => sendOne(item, end)))
      for (const one of ended) if (one.status === 'rejected') throw one.reason
      return claimed.length
    },
  }
}

/** A signal that aborts some time after another one. */
function afterGrace(signal: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const abortLater = () => setTimeout(() => controller.abort(), GRACE_MS).unref()
  if (signal.aborted) abortLater()
  else signal.addEventListener('abort', abortLater, { once: true })
  return controller.signal
}
