import type { KeyObject } from 'node:crypto'
import type { Context } from '../../domain/context.js'
import type { OpenKey } from '../../domain/secrets/secret-cache.js'
import type { Policy } from '../../domain/shared/policy.js'
import type { AttemptOutcome, DueDelivery, WebhookSecret } from '../../domain/webhooks/webhook.js'
import type { AttemptTrace, WebhookAttempt } from '../../domain/webhooks/webhook-attempt.js'
import { webhookHeaders } from '../../domain/webhooks/webhook-headers.js'
import { secretContext } from '../../domain/webhooks/webhook-secrets.js'
import { readWebhookUrl } from '../../domain/webhooks/webhook-target.js'
import type { SendWebhook, WebhookPost } from './webhook-sender.js'

/** A claimed delivery, and the sealed secrets that are valid as its attempt begins. */
export interface LeasedDelivery {
  readonly due: DueDelivery
  readonly secrets: readonly WebhookSecret[]
}

/** An attempt that is over and wants to be recorded. */
export interface EndedAttempt {
  readonly outcome: AttemptOutcome
  readonly attempt: WebhookAttempt
}

export interface AttemptParts {
  readonly context: Context
  readonly openKey: OpenKey
  readonly send: SendWebhook
  readonly onError: (error: unknown) => void
}

/** What is kept of an attempt that never came to the wire. */
const NOTHING_SEEN: AttemptTrace = {
  status: null,
  timings: { dns: null, connect: null, tls: null, firstByte: null, whole: 0 },
  retryAfter: null,
  sample: null,
  sampleBytes: 0,
  isTruncated: false,
}

/**
 * Signs the stored bytes and sends them. Ends once the connection is done with.
 *
 * @returns undefined where no attempt of the receiver's failed, so that none counts: `signal` cut it off, or this server
 *   cannot open a secret, as after its master key was changed elsewhere. The delivery goes out once its claim is over
 */
export async function makeAttempt(
  { due, secrets: sealed }: LeasedDelivery,
  { context, openKey, send, onError }: AttemptParts,
  signal: AbortSignal,
): Promise<EndedAttempt | undefined> {
  const startedAt = context.clock.now()
  const signedAt = Math.floor(context.clock.wall() / 1_000)
  // One merchant's damaged secret costs that merchant time, and nobody else anything.
  const secrets = openSecrets(openKey, sealed, onError)
  if (secrets === undefined) return undefined
  const post = postOf(due, context.policy, secrets, signedAt)
  let trace = Promise.resolve(NOTHING_SEEN)
  const onTrace = (seen: Promise<AttemptTrace>) => {
    trace = seen
  }
  const outcome = 'url' in post ? await send({ onTrace, ...post }, signal) : post
  const endedAt = context.clock.now()
  if (signal.aborted && !outcome.delivered) return undefined
  const { id: deliveryId, attempts } = due
  const code = outcome.delivered ? null : outcome.error
  const number = attempts + 1
  const attempt = { deliveryId, number, startedAt, endedAt, signedAt, outcome: code, ...(await trace) }
  return { outcome, attempt }
}

/** @returns how the attempt ended where nothing may be sent */
function postOf(
  { id: deliveryId, target, attempts, event, body: text, url }: DueDelivery,
  policy: Policy,
  secrets: readonly KeyObject[],
  timestamp: number,
): WebhookPost | AttemptOutcome {
  // It may have been stored under other rules, or by other hands.
  const destination = readWebhookUrl(policy, url)
  if (!destination) return { delivered: false, error: 'blocked_target' }
  const body = Buffer.from(text)
  return {
    url,
    body,
    headers: webhookHeaders({ event, body, deliveryId, attempt: attempts + 1, secrets, timestamp }),
    pool: `${target} ${destination.origin}`,
  }
}

function openSecrets(
  openKey: OpenKey,
  sealed: readonly WebhookSecret[],
  onError: (error: unknown) => void,
): KeyObject[] | undefined {
  try {
    return sealed.map((secret) => openKey(secret.sealedSecret, secretContext(secret)))
  } catch (error) {
    onError(error)
    return undefined
  }
}
