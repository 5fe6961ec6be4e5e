import { causeOf, detailOf, excerptOf } from '@merchantpay/core/delivery-attempts'
import type { DeliveryAttempt } from '@merchantpay/sdk'
import { validSecrets } from '../merchants/merchants.js'
import { isoTime, type WebhookHandler, type World } from '../world.js'
import type { Attempt, Delivery } from './delivery.js'
import { traceHeader } from './trace-context.js'
import { signWebhook } from './webhook-signature.js'

const TIMEOUT_MS = 10_000

export interface Receiver {
  readonly receiver: WebhookHandler
  readonly url: string
}

/** Makes one attempt. Without an answer its error is shown only after a 2xx from the same scheme, host and port. */
export async function makeAttempt(world: World, delivery: Delivery, to: Receiver): Promise<Attempt> {
  const startedAt = world.clock.now()
  const outcome = await outcomeOf(world, delivery, to)
  const { merchantId, environment, webhookId } = delivery
  const place = `${webhookId ?? `${merchantId}/${environment}`} ${new URL(to.url).origin}`
  const hasAnswered = world.answered.has(place)
  if (outcome.error === undefined) world.answered.add(place)
  const isHidden = outcome.error !== undefined && outcome.status === undefined && !hasAnswered
  const error = isHidden ? 'unreachable' : outcome.error
  return { ...outcome, error, startedAt, endedAt: world.clock.now(), hasAnswered }
}

/** The result of an attempt; without an error it delivered. */
type Outcome = Pick<Attempt, 'status' | 'body' | 'error' | 'detail'>

async function outcomeOf(world: World, delivery: Delivery, { receiver, url }: Receiver): Promise<Outcome> {
  const { event, id, attempts, subject } = delivery
  const { body, headers } = signWebhook(event, {
    id,
    attempt: attempts + 1,
    now: world.clock.now(),
    secrets: validSecrets(world, delivery),
  })
  let handle: unknown
  const timeout = new Promise<undefined>((resolve) => {
    handle = world.clock.setTimeout(() => resolve(undefined), TIMEOUT_MS)
  })
  const answered = Promise.resolve()
    .then(() =>
      receiver(
        new Request(url, { method: 'POST', headers: { ...headers, ...traceHeader(world, subject) }, body }),
      ),
    )
    .catch(() => null)
  const answer = await Promise.race([answered, timeout])
  const outcome = answer ? await readAnswer(answer, url, timeout) : failed(answer)
  world.clock.clearTimeout(handle)
  return outcome
}

/** @param answer undefined after a timeout */
const failed = (answer: null | undefined): Outcome => ({
  status: undefined,
  body: undefined,
  error: answer === null ? 'connection_reset' : 'timeout',
  detail: undefined,
})

/** Reads the body of an answer that is not 2xx, until the timeout. */
async function readAnswer(answer: Response, url: string, timeout: Promise<undefined>): Promise<Outcome> {
  const { ok, status, headers } = answer
  if (ok) return { status, body: undefined, error: undefined, detail: undefined }
  const body = await Promise.race([answer.text().catch(() => ''), timeout])
  const detail = detailOf(status, headers.get('location'), url)
  return { status, body, error: `HTTP ${status}`, detail }
}

/** Writes the attempts of a delivery as the API does. */
export const presentAttempts = ({ log }: Delivery): DeliveryAttempt[] =>
  log.map(({ startedAt, endedAt, status, body, error, detail, hasAnswered }, at) => ({
    attempt: at + 1,
    ended_at: isoTime(endedAt),
    duration_ms: error === undefined || hasAnswered ? endedAt - startedAt : null,
    response_status: status ?? null,
    response_body: body !== undefined && hasAnswered ? excerptOf(body) : null,
    error: error ?? null,
    error_detail: detail ?? (error === undefined ? null : (causeOf(error) ?? null)),
  }))
