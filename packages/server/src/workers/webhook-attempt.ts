import type { Policy } from '../domain/policy.js'
import type { Context } from '../domain/ports.js'
import type { AttemptTrace, WebhookAttempt } from '../domain/webhook-attempts.js'
import { webhookHeaders } from '../domain/webhook-headers.js'
import { secretContext, type WebhookSecret } from '../domain/webhook-secrets.js'
import { readWebhookUrl } from '../domain/webhook-target.js'
import type { AttemptOutcome, DueDelivery } from '../domain/webhooks.js'
import type { SendWebhook, WebhookPost } from './webhook-sender.js'

/** A claimed delivery, and the sealed secrets that are valid as its attempt begins. */
export interface LeasedDelivery {
  readonly due: DueDelivery
  readonly secrets: readonly WebhookSecret[]
}

/** An attempt that is over and wants to be recorded. */
export interface EndedAttempt {
  readonly due: DueDelivery
  readonly outcome: AttemptOutcome
  readonly attempt: WebhookAttempt
}

export interface AttemptParts {
  readonly context: Context
  readonly send: SendWebhook
  readonly onError: (error: unknown) => void
}

/** What is kept of an attempt that never came to the wire. */
const NOTHING_SEEN: AttemptTrace = {
  status: null,
  timings: { dns: null, connect: null, tls: null, firstByte: null, whole: 0 },
  sample: null,
  sampleBytes: 0,
  isTruncated: false,
}

/**
 * Signs the stored bytes and sends them. Ends once the connection is done with.
 *
 * @returns undefined when `signal` cut it off: no attempt of the receiver's failed, so none counts
 */
export async function makeAttempt(
  { due, secrets: sealed }: LeasedDelivery,
  { context, send, onError }: AttemptParts,
  signal: AbortSignal,
): Promise<EndedAttempt | undefined> {
  const startedAt = context.clock.now()
  const signedAt = Math.floor(context.clock.real() / 1_000)
  const openAll = () => openSecrets(context, sealed, onError)
  const post = postOf(due, context.policy, openAll, signedAt)
  let trace = Promise.resolve(NOTHING_SEEN)
  const onTrace = (seen: Promise<AttemptTrace>) => {
    trace = seen
  }
  const outcome = 'url' in post ? await send({ ...post, onTrace }, signal) : post
  const endedAt = context.clock.now()
  if (signal.aborted && !outcome.delivered) return undefined
  const { id: deliveryId, attempts } = due.delivery
  const code = outcome.delivered ? null : outcome.error
  const attempt = { deliveryId, number: attempts + 1, startedAt, endedAt, signedAt, outcome: code }
  return { due, outcome, attempt: { ...attempt, ...(await trace) } }
}

/** @returns how the attempt ended where nothing may be sent */
function postOf(
  { delivery, event, url }: DueDelivery,
  policy: Policy,
  openAll: () => string[] | undefined,
  timestamp: number,
): WebhookPost | AttemptOutcome {
  // It may have been stored under other rules, or by other hands.
  const target = readWebhookUrl(policy, url)
  if (!target) return { delivered: false, error: 'blocked_target' }
  const secrets = openAll()
  // One merchant's damaged secret costs that merchant's attempt and nobody else's.
  if (secrets === undefined) return { delivered: false, error: 'secret_unreadable' }
  const attempt = delivery.attempts + 1
  const body = Buffer.from(event.body)
  return {
    url,
    body,
    headers: webhookHeaders({ event, body, deliveryId: delivery.id, attempt, secrets, timestamp }),
    pool: `${delivery.target} ${target.origin}`,
  }
}

function openSecrets(
  { vault }: Context,
  sealed: readonly WebhookSecret[],
  onError: (error: unknown) => void,
): string[] | undefined {
  try {
    return sealed.map((secret) => vault.open(secret.sealedSecret, secretContext(secret)))
  } catch (error) {
    onError(error)
    return undefined
  }
}
