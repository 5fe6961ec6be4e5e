import type { ClaimedAlert } from '../../domain/attention/alert.js'
import type { Context } from '../../domain/context.js'
import { signingKeys } from '../../domain/secrets/signing-keys.js'
import type { Store } from '../../domain/store/store.js'
import type { AttemptOutcome } from '../../domain/webhooks/webhook.js'
import { webhookHeaders } from '../../domain/webhooks/webhook-headers.js'
import { Deadline } from '../../runtime/deadline.js'
import { hookFailure, postToHook } from '../../runtime/hook-request.js'
import { queueSender } from '../queue-sender.js'
import type { Worker } from '../worker.js'

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
export const alertSender = (store: Store, context: Context, options: AlertSenderOptions): Worker =>
  queueSender<ClaimedAlert>(store, context, {
    name: 'alert-sender',
    queue: (tx) => tx.alerts,
    timeoutMs: options.timeoutMs,
    send: (alert, signal) => send(context, options, alert, signal),
    onDropped: ({ event }, { id, attempts, lastError: error }) =>
      options.log.error(
        { alert: id, event, attempts, error },
        'an alert could not be delivered and is dropped',
      ),
  })

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
