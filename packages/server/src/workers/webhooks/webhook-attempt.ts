import type { Context } from '../../domain/context.js'
import type { DecryptKeys } from '../../domain/secrets/secret-cache.js'
import type { SigningKeys } from '../../domain/secrets/signing-keys.js'
import type { Policy } from '../../domain/shared/policy.js'
import { childOf } from '../../domain/webhooks/trace-context.js'
import type { AttemptOutcome, DueDelivery, WebhookSecret } from '../../domain/webhooks/webhook.js'
import type { AttemptTrace, WebhookAttempt } from '../../domain/webhooks/webhook-attempt.js'
import { type SignedAttempt, webhookHeaders } from '../../domain/webhooks/webhook-headers.js'
import { secretContext } from '../../domain/webhooks/webhook-secrets.js'
import { readWebhookUrl } from '../../domain/webhooks/webhook-target.js'
import { webhookActivity } from '../../runtime/diagnostics.js'
import type { SendWebhook, WebhookPost } from './webhook-sender.js'

/** A claimed delivery with the encrypted secrets that are valid when its attempt begins. */
export interface LeasedDelivery {
  readonly due: DueDelivery
  readonly secrets: readonly WebhookSecret[]
  /** Whether the target has answered 2xx at the origin of the URL. */
  readonly hasAnswered: boolean
}

/** A finished attempt that has yet to be recorded. */
export interface EndedAttempt {
  readonly outcome: AttemptOutcome
  readonly attempt: WebhookAttempt
}

export interface AttemptParts {
  readonly context: Context
  readonly openKeys: DecryptKeys
  readonly send: SendWebhook
  readonly onError: (error: unknown) => void
}

/** The trace of an attempt that sent nothing. */
const NOTHING_SENT: AttemptTrace = {
  status: null,
  timings: { dns: null, connect: null, tls: null, firstByte: null, whole: 0 },
  retryAfter: null,
  sample: null,
  sampleBytes: 0,
  isTruncated: false,
}

/**
 * Signs the stored bytes and sends them. Resolves when the connection is released.
 *
 * @returns undefined where the attempt does not count, since the receiver is not at fault: `signal` cut it off, or
 *   this server cannot decrypt a secret (for example after the master key was changed elsewhere). The delivery is sent
 *   after its claim has expired
 */
export async function makeAttempt(
  { due, secrets: encrypted, hasAnswered }: LeasedDelivery,
  { context, openKeys, send, onError }: AttemptParts,
  signal: AbortSignal,
): Promise<EndedAttempt | undefined> {
  const startedAt = context.clock.now()
  const signedAt = Math.floor(context.clock.wall() / 1_000)
  // A damaged secret delays the deliveries of its own merchant only.
  const keys = keysOf(openKeys, encrypted, onError)
  if (keys === undefined) return undefined
  const traceparent = due.traceparent === null ? undefined : childOf(due.traceparent, context.ids)
  const post = postOf(due, context.policy, { keys, timestamp: signedAt, traceparent })
  let trace = Promise.resolve(NOTHING_SENT)
  const onTrace = (seen: Promise<AttemptTrace>) => {
    trace = seen
  }
  const { id: deliveryId, attempts, event } = due
  const end = webhookActivity.begin(() => ({ deliveryId, attempt: attempts + 1, event, traceparent }))
  const outcome = 'url' in post ? await send({ onTrace, ...post }, signal) : post
  end?.({ error: outcome.delivered ? null : outcome.error })
  const endedAt = context.clock.now()
  if (signal.aborted && !outcome.delivered) return undefined
  const attempt = {
    deliveryId,
    number: attempts + 1,
    startedAt,
    endedAt,
    signedAt,
    outcome: outcome.delivered ? null : outcome.error,
    outcomeDetail: outcome.delivered ? null : (outcome.detail ?? null),
    isErrorHidden: !hasAnswered,
    ...(await trace),
  }
  return { outcome, attempt }
}

/** @returns the outcome of the attempt where nothing may be sent */
function postOf(
  { id: deliveryId, target, attempts, event, body: text, url }: DueDelivery,
  policy: Policy,
  signing: Pick<SignedAttempt, 'keys' | 'timestamp' | 'traceparent'>,
): WebhookPost | AttemptOutcome {
  // The URL may have been stored under other rules, or changed in the database.
  const destination = readWebhookUrl(policy, url)
  if (!destination) return { delivered: false, error: 'blocked_target' }
  const body = Buffer.from(text)
  return {
    url,
    body,
    headers: webhookHeaders({ event, body, deliveryId, attempt: attempts + 1, ...signing }),
    pool: `${target} ${destination.origin}`,
  }
}

function keysOf(
  openKeys: DecryptKeys,
  encrypted: readonly WebhookSecret[],
  onError: (error: unknown) => void,
): SigningKeys[] | undefined {
  try {
    return encrypted.map((secret) => openKeys(secret.sealedSecret, secretContext(secret)))
  } catch (error) {
    onError(error)
    return undefined
  }
}
