import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { isoTime } from '../shared/iso-time.js'
import { OperatorError } from '../shared/operator-error.js'
import type { Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { FeedPlace } from './feed-item.js'
import type { EventDeliveryState, Recovery, RecoveryRequest } from './recovery.js'
import type { WebhookEndpoint, WebhookEvent } from './webhook.js'
import { queueDelivery, toEndpoint } from './webhook-deliveries.js'
import { lockEndpoint } from './webhook-history.js'

/** Events per transaction. */
const BATCH = 500

/** Continues an unfinished recovery with the same request, or starts one. @throws OperatorError if there is no endpoint */
export async function openRecovery(
  tx: Tx,
  context: Context,
  request: RecoveryRequest,
  { actor, reason }: Mandate,
): Promise<Recovery> {
  const { webhookId, since, includesMissing } = request
  await lockEndpoint(tx, webhookId)
  const unfinished = await tx.webhookRecoveries.findUnfinished(request)
  if (unfinished) return unfinished
  const startedAt = context.clock.now()
  const recovery: Recovery = {
    ...request,
    id: context.ids.uuid(),
    until: request.until ?? startedAt,
    isUntilGiven: request.until !== undefined,
    place: before(since),
    redelivered: 0,
    missing: 0,
    startedAt,
    finishedAt: null,
  }
  await tx.webhookRecoveries.insert(recovery)
  const range = { since: isoTime(since), until: isoTime(recovery.until) }
  const details = { reason, ...range, events: includesMissing ? 'failed and missing' : 'failed' }
  await audit(tx, context, { actor, action: 'deliveries recover', subject: webhookId, details })
  return recovery
}

/** Queues deliveries for the next batch of events and stores the progress in the same transaction. */
export async function recoverBatch(tx: Tx, context: Context, id: string): Promise<Recovery> {
  const recovery = await tx.webhookRecoveries.lock(id)
  if (!recovery) throw new Error(`there is no recovery ${id}`)
  if (recovery.finishedAt !== null) return recovery
  const endpoint = await lockEndpoint(tx, recovery.webhookId)
  const batch = await nextOwed(tx, endpoint, recovery)
  for (const { event, failedId } of batch.owed) {
    await queueDelivery(tx, context, event, toEndpoint(endpoint, failedId))
  }
  const after = {
    ...recovery,
    ...countsWith(recovery, batch.owed),
    place: batch.next ?? recovery.place,
    finishedAt: batch.next ? null : context.clock.now(),
  }
  await tx.webhookRecoveries.update(after)
  return after
}

/** The progress of a survey, which counts the deliveries that a recovery would create. */
export interface Survey {
  readonly redelivered: number
  readonly missing: number
  /** The last counted event; undefined at the end. */
  readonly next: FeedPlace | undefined
}

/** Returns the start of a survey. */
export const surveyStart = ({ since }: RecoveryRequest): Survey => ({
  redelivered: 0,
  missing: 0,
  next: before(since),
})

/** Counts the deliveries that a recovery would create for the next events. @throws OperatorError if there is no endpoint */
export async function surveyBatch(
  tx: Tx,
  context: Context,
  request: RecoveryRequest,
  survey: Survey,
): Promise<Survey> {
  const endpoint = await requireEndpoint(tx, request.webhookId)
  const until = request.until ?? context.clock.now()
  const place = survey.next ?? before(request.since)
  const { owed, next } = await nextOwed(tx, endpoint, { ...request, until, place })
  return { ...countsWith(survey, owed), next }
}

async function nextOwed(
  tx: Tx,
  endpoint: WebhookEndpoint,
  { includesMissing, place, until }: Pick<Recovery, 'includesMissing' | 'place' | 'until'>,
): Promise<{ owed: EventDeliveryState[]; next: FeedPlace | undefined }> {
  const { id: webhookId, merchantId, environment } = endpoint
  const query = { webhookId, merchantId, environment, after: place, until, limit: BATCH }
  const states = await tx.webhookRecoveries.listEvents(query)
  const isOwed = ({ isHandled, failedId, event }: EventDeliveryState) =>
    !isHandled && (failedId !== null || (includesMissing && isSubscribed(endpoint, event)))
  const last = states.length < BATCH ? undefined : states.at(-1)
  return { owed: states.filter(isOwed), next: last && { at: last.event.createdAt, id: last.event.id } }
}

/** Test events of other endpoints are left out. */
const isSubscribed = ({ events }: WebhookEndpoint, { event, subject }: WebhookEvent): boolean =>
  events.includes(event) && !subject.startsWith('wh_')

function countsWith(
  { redelivered, missing }: Pick<Recovery, 'redelivered' | 'missing'>,
  owed: readonly EventDeliveryState[],
) {
  const failed = owed.filter(({ failedId }) => failedId !== null).length
  return { redelivered: redelivered + failed, missing: missing + owed.length - failed }
}

/** The position before all events of an instant, because ids are not empty. */
const before = (since: Instant): FeedPlace => ({ at: since, id: '' })

async function requireEndpoint(tx: Tx, webhookId: string): Promise<WebhookEndpoint> {
  const endpoint = await tx.webhookHistory.findEndpoint(webhookId)
  if (!endpoint) throw new OperatorError(`there is no webhook endpoint ${webhookId}`)
  return endpoint
}
