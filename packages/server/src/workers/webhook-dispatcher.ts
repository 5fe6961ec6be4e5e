import { signWebhook } from '@merchantpay/webhook-verify'
import type { Context, Store } from '../domain/ports.js'
import type { DeliveryLease, Tx } from '../domain/tables.js'
import { secretContext, type WebhookSecret } from '../domain/webhook-secrets.js'
import { isWebhookUrlAllowed } from '../domain/webhook-target.js'
import { type AttemptOutcome, type DueDelivery, decideAttempt } from '../domain/webhooks.js'
import type { SendWebhook } from './webhook-sender.js'
import type { Worker } from './worker.js'

/** Attempts in flight at once, in all and to one target: a silent receiver keeps nobody else waiting. */
const SLOTS = 64
const SLOTS_PER_TARGET = 4

export interface WebhookDispatcher extends Worker {
  /** Resolves when no attempt is in flight. */
  settled(): Promise<void>
  /** Waits `graceMs` for the attempts in flight, cuts off the rest, and gives every claim back. */
  drain(graceMs: number): Promise<void>
}

export interface DispatcherOptions {
  readonly owner: string
  readonly send: SendWebhook
  /** How long a claim holds: longer than any attempt takes. */
  readonly leaseMs: number
  /** An attempt has ended: its slot is free. */
  readonly onSettled: () => void
  readonly onError: (error: unknown) => void
}

interface Attempt {
  readonly due: DueDelivery
  readonly secrets: readonly WebhookSecret[]
}

/**
 * Sends what is due. A tick claims deliveries into free slots, a few of each target, and starts their attempts without
 * waiting for any. Each attempt is recorded when it ends; one that a crash cut off is made again under its number once its
 * claim is over.
 */
export function webhookDispatcher(
  store: Store,
  context: Context,
  { owner, send, leaseMs, onSettled, onError }: DispatcherOptions,
): WebhookDispatcher {
  const inFlight = new Map<Promise<void>, { target: string; cutOff: AbortController }>()
  let isDraining = false

  return {
    name: 'webhook-dispatcher',
    everyMs: 250,
    async tick() {
      const attempts = await store.write((tx) => claimAll(tx))
      for (const attempt of attempts) start(attempt)
      return attempts.length
    },
    async settled() {
      await Promise.all(inFlight.keys())
    },
    async drain(graceMs) {
      const timer = setTimeout(() => {
        isDraining = true
        for (const { cutOff } of inFlight.values()) cutOff.abort()
      }, graceMs)
      await Promise.all(inFlight.keys())
      clearTimeout(timer)
      await store.write((tx) => tx.webhookDeliveries.release(owner))
    },
  }

  async function claimAll(tx: Tx): Promise<Attempt[]> {
    const [dueAt, now] = [context.clock.now(), context.clock.real()]
    const running = [...inFlight.values()].map(({ target }) => target)
    const isFull = (target: string) => roomOf(running, target) === 0
    const except = new Set(running.filter(isFull))
    const attempts: Attempt[] = []
    while (running.length + attempts.length < SLOTS) {
      const target = await tx.webhookDeliveries.findDueTarget({ dueAt, now, except: [...except] })
      if (target === undefined) break
      except.add(target)
      const limit = Math.min(roomOf(running, target), SLOTS - running.length - attempts.length)
      const lease = { owner, target, dueAt, now, until: now + leaseMs, limit }
      attempts.push(...(await claimTarget(tx, lease)))
    }
    return attempts
  }

  function start(attempt: Attempt): void {
    const cutOff = new AbortController()
    const running = make(attempt, cutOff.signal).catch(onError)
    inFlight.set(running, { target: attempt.due.delivery.target, cutOff })
    void running.then(() => {
      inFlight.delete(running)
      onSettled()
    })
  }

  async function make({ due, secrets }: Attempt, signal: AbortSignal): Promise<void> {
    const outcome = await attemptOnce(due, secrets, signal)
    // Cut off by our own stop: no attempt of the receiver's failed, so none is counted.
    if (isDraining && !outcome.delivered) return
    const { webhookRetryDelaysMs } = context.policy
    const after = decideAttempt(due.delivery, outcome, context.clock.now(), webhookRetryDelaysMs)
    await store.write((tx) => tx.webhookDeliveries.record(after, owner))
  }

  async function attemptOnce(
    { delivery, event, url }: DueDelivery,
    sealed: readonly WebhookSecret[],
    signal: AbortSignal,
  ): Promise<AttemptOutcome> {
    // It may have been stored under other rules, or by other hands.
    if (!isWebhookUrlAllowed(context.policy, url)) return { delivered: false, error: 'blocked_target' }
    const secrets = openSecrets(sealed)
    // One merchant's damaged secret costs that merchant's attempt and nobody else's.
    if (secrets === undefined) return { delivered: false, error: 'secret_unreadable' }
    const timestamp = Math.floor(context.clock.real() / 1_000)
    const body = Buffer.from(event.body)
    const headers = {
      'X-Merchant-Signature': signWebhook({ body, secrets, timestamp }),
      'X-Webhook-Event': event.event,
      'X-Webhook-Id': delivery.id,
      'X-Webhook-Attempt': `${delivery.attempts + 1}`,
    }
    return send({ url, body, headers }, signal)
  }

  function openSecrets(sealed: readonly WebhookSecret[]): string[] | undefined {
    try {
      return sealed.map((secret) => context.vault.open(secret.sealedSecret, secretContext(secret)))
    } catch (error) {
      onError(error)
      return undefined
    }
  }

  async function claimTarget(tx: Tx, lease: DeliveryLease): Promise<Attempt[]> {
    const claimed = await tx.webhookDeliveries.claim(lease)
    const attempts = claimed.map(async (due) => ({
      due,
      secrets: await tx.webhookSecrets.listValid(due.event, context.clock.now()),
    }))
    return Promise.all(attempts)
  }
}

const roomOf = (running: readonly string[], target: string): number =>
  SLOTS_PER_TARGET - running.filter((other) => other === target).length
