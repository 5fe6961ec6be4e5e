import { signWebhook } from '@merchantpay/webhook-verify'
import { DELIVERY_LEASE_MS } from '../domain/policy.js'
import type { Context, Store, Tx } from '../domain/ports.js'
import { secretContext } from '../domain/webhook-secrets.js'
import { type DueDelivery, decideAttempt } from '../domain/webhooks.js'
import type { SendWebhook } from './webhook-sender.js'
import type { Worker } from './worker.js'

/** Attempts in flight at once. */
const SLOTS = 64

export interface WebhookDispatcher extends Worker {
  /** Resolves when no attempt is in flight. */
  settled(): Promise<void>
  /** Waits `graceMs` for the attempts in flight, cuts off the rest, and gives every claim back. */
  drain(graceMs: number): Promise<void>
}

interface Attempt {
  readonly due: DueDelivery
  readonly secrets: string[]
}

/**
 * Sends what is due. A tick claims deliveries into free slots and starts their attempts without waiting for any, so a slow
 * receiver never holds a tick. Each attempt is recorded when it ends; one that a crash cut off is made again under its
 * number once its claim is over.
 */
export function webhookDispatcher(
  store: Store,
  context: Context,
  options: { owner: string; send: SendWebhook; onError: (error: unknown) => void },
): WebhookDispatcher {
  const { owner, send, onError } = options
  const inFlight = new Set<Promise<void>>()
  const cutOff = new AbortController()

  return {
    name: 'webhook-dispatcher',
    everyMs: 250,
    async tick() {
      const limit = SLOTS - inFlight.size
      if (limit === 0) return 0
      const attempts = await store.write((tx) => claim(tx, context, owner, limit))
      for (const attempt of attempts) {
        const running = make(attempt).catch(onError)
        inFlight.add(running)
        void running.then(() => inFlight.delete(running))
      }
      return attempts.length
    },
    async settled() {
      await Promise.all(inFlight)
    },
    async drain(graceMs) {
      const timer = setTimeout(() => cutOff.abort(), graceMs)
      await Promise.all(inFlight)
      clearTimeout(timer)
      await store.write((tx) => tx.webhookDeliveries.release(owner))
    },
  }

  async function make({ due, secrets }: Attempt): Promise<void> {
    const { delivery, event, url } = due
    const timestamp = Math.floor(context.clock.real() / 1_000)
    const body = Buffer.from(event.body)
    const outcome = await send(
      {
        url,
        body,
        headers: {
          'X-Merchant-Signature': signWebhook({ body, secrets, timestamp }),
          'X-Webhook-Event': event.event,
          'X-Webhook-Id': delivery.id,
          'X-Webhook-Attempt': `${delivery.attempts + 1}`,
        },
      },
      cutOff.signal,
    )
    // Cut off by our own stop: no attempt of the receiver's failed, so none is counted.
    if (cutOff.signal.aborted && !outcome.delivered) return
    const after = decideAttempt(delivery, outcome, context.clock.now(), context.policy.webhookRetryDelaysMs)
    await store.write((tx) => tx.webhookDeliveries.record(after, owner))
  }
}

async function claim(tx: Tx, context: Context, owner: string, limit: number): Promise<Attempt[]> {
  const now = context.clock.real()
  const lease = { owner, dueAt: context.clock.now(), now, until: now + DELIVERY_LEASE_MS, limit }
  const attempts: Attempt[] = []
  for (const due of await tx.webhookDeliveries.claim(lease)) {
    const secrets = await tx.webhookSecrets.listValid(due.event, context.clock.now())
    const opened = secrets.map((secret) => context.vault.open(secret.sealedSecret, secretContext(secret)))
    attempts.push({ due, secrets: opened })
  }
  return attempts
}
