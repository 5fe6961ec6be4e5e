import type { Recovery, RecoveryRequest } from '../../domain/webhooks/recovery.js'
import type { DeliveryWithEvent } from '../../domain/webhooks/webhook.js'
import type { RecordedAttempt } from '../../domain/webhooks/webhook-attempt.js'
import { DELIVERY_STATUSES, getDelivery, resendDelivery } from '../../domain/webhooks/webhook-history.js'
import {
  openRecovery,
  recoverBatch,
  type Survey,
  surveyBatch,
  surveyStart,
} from '../../domain/webhooks/webhook-recovery.js'
import { type Args, UsageError } from '../command.js'
import { filterOf } from '../listing.js'
import {
  card,
  jsonLine,
  printCard,
  printLine,
  printRows,
  printText,
  type Row,
  table,
  timeCell,
} from '../output.js'
import { changeStore, mandateOf, readStore, withStore } from '../store-access.js'

/** Deliveries that a list compares with its filter. */
const COMPARED = 100_000

/** Lists the deliveries of all merchants, newest first. */
export async function list(args: Args): Promise<number> {
  const filter = {
    ...filterOf(args, DELIVERY_STATUSES),
    webhookId: args.text('webhook'),
    compared: COMPARED,
  }
  const deliveries = await readStore((tx) => tx.webhookHistory.search(filter))
  printRows(deliveries.map(rowOf), args.isJson)
  return 0
}

/** Shows one delivery with its body and its attempts; answers of the receiver are shown as text. */
export async function show(args: Args): Promise<number> {
  const id = args.requiredOperand('delivery-id')
  const { delivery, attempts } = await readStore(async (tx) => ({
    delivery: await getDelivery(tx, id),
    attempts: (await tx.webhookAttempts.list(id)).map(attemptRow),
  }))
  const about = cardOf(delivery)
  printText(
    args.isJson ? jsonLine({ ...about, tried: attempts }) : `${card(about)}\n\nAttempts\n${table(attempts)}`,
  )
  return 0
}

/** Sends the bytes of a delivery again, as a new delivery. */
export async function resend(args: Args): Promise<number> {
  const id = args.requiredOperand('delivery-id')
  const sent = await changeStore((tx, context) => resendDelivery(tx, context, id, mandateOf(args)))
  printLine(`delivery ${sent.id} repeats ${id}`)
  return 0
}

/**
 * Resends to an endpoint what it did not receive. An interrupted run continues when it is repeated with the same
 * arguments.
 */
export async function recover(args: Args): Promise<number> {
  const request = {
    webhookId: args.required('webhook'),
    since: args.requiredInstant('since'),
    until: args.instant('until'),
    includesMissing: args.flag('missing'),
  }
  if (request.until !== undefined && request.until <= request.since) {
    throw new UsageError('--until must be after --since')
  }
  const isDryRun = args.flag('dry-run')
  const { redelivered, missing } = await (isDryRun ? survey(request) : recoverAll(request, args))
  printCard({ webhook_id: request.webhookId, dry_run: isDryRun, redelivered, missing }, args.isJson)
  return 0
}

function survey(request: RecoveryRequest): Promise<Survey> {
  return withStore(async ({ store, context }) => {
    let found = surveyStart(request)
    while (found.next) found = await store.read((tx) => surveyBatch(tx, context, request, found))
    return found
  })
}

function recoverAll(request: RecoveryRequest, args: Args): Promise<Recovery> {
  return withStore(async ({ store, context }) => {
    const mandate = mandateOf(args)
    let recovery = await store.write((tx) => openRecovery(tx, context, request, mandate))
    while (recovery.finishedAt === null) {
      const { id } = recovery
      recovery = await store.write((tx) => recoverBatch(tx, context, id))
    }
    return recovery
  })
}

const attemptRow = (attempt: RecordedAttempt): Row => ({
  attempt: attempt.number,
  started_at: timeCell(attempt.startedAt),
  outcome: attempt.outcome ?? 'delivered',
  detail: attempt.outcomeDetail,
  status: attempt.status,
  whole_ms: attempt.timings.whole,
  retry_after: attempt.retryAfter,
  answer: attempt.sample,
})

const rowOf = ({ event, ...delivery }: DeliveryWithEvent): Row => ({
  id: delivery.id,
  environment: event.environment,
  merchant_id: event.merchantId,
  event: event.event,
  status: delivery.status,
  attempts: delivery.attempts,
  last_error: delivery.lastError,
  webhook_id: delivery.webhookId,
  created_at: timeCell(delivery.createdAt),
  subject: event.subject,
  url: delivery.url,
})

const cardOf = (delivery: DeliveryWithEvent): Row => ({
  ...rowOf(delivery),
  last_error_detail: delivery.lastErrorDetail,
  event_id: delivery.eventId,
  waits_for_secret: delivery.isHeld,
  next_attempt_at: timeCell(delivery.nextAttemptAt),
  delivered_at: timeCell(delivery.deliveredAt),
  body: delivery.event.body,
})
