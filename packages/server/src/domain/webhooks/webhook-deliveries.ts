import type { Context } from '../context.js'
import { EVENT_BODY_BYTES } from '../shared/policy.js'
import type { Instant, Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Delivery, OutgoingEvent, WebhookEndpoint, WebhookEvent } from './webhook.js'

/**
 * Stores the events of a transaction with their deliveries. An event goes to the own URL of its order or withdrawal, or else
 * to every active endpoint that is subscribed to it; `payment.overpaid`, which older receivers do not know, to endpoints alone. Must be called once and last, because it locks targets in ascending
 * order.
 *
 * @throws Error for a body above {@link EVENT_BODY_BYTES}, which is a bug
 */
export async function fanOut(tx: Tx, context: Context, outgoing: readonly OutgoingEvent[]): Promise<void> {
  const deliveries: { delivery: Delivery; event: WebhookEvent }[] = []
  for (const { event, ownUrl } of outgoing) {
    const bytes = Buffer.byteLength(event.body)
    if (bytes > EVENT_BODY_BYTES) throw new Error(`the body of ${event.event} has ${bytes} bytes`)
    await tx.webhookDeliveries.insertEvent(event)
    const isHeld = await lacksSecret(tx, event, event.createdAt)
    for (const destination of await destinationsOf(tx, event, ownUrl))
      deliveries.push({
        delivery: newDelivery(context, event, event.createdAt, { isHeld, ...destination }),
        event,
      })
  }
  deliveries.sort((one, other) => byTarget(one.delivery, other.delivery))
  for (const { delivery, event } of deliveries) await tx.webhookDeliveries.insert(delivery, event)
}

/** The order in which targets are locked, and deliveries stored. */
export function byTarget(one: Pick<Delivery, 'target'>, other: Pick<Delivery, 'target'>): number {
  if (one.target === other.target) return 0
  return one.target < other.target ? -1 : 1
}

async function destinationsOf(tx: Tx, event: WebhookEvent, ownUrl: string | null): Promise<Destination[]> {
  if (ownUrl !== null && event.event !== 'payment.overpaid') {
    const target = `${event.merchantId}/${event.environment}/${new URL(ownUrl).origin}`
    return [{ webhookId: null, url: ownUrl, target, redeliveryOf: null }]
  }
  const endpoints = await tx.webhookEndpoints.list(event)
  const subscribed = endpoints.filter(({ isActive, events }) => isActive && events.includes(event.event))
  return subscribed.map((endpoint) => toEndpoint(endpoint))
}

/** Queues one delivery of a stored event to an endpoint, with six attempts of its own. */
export async function queueDelivery(
  tx: Tx,
  context: Context,
  event: WebhookEvent,
  destination: Destination,
): Promise<Delivery> {
  const at = context.clock.now()
  const isHeld = await lacksSecret(tx, event, at)
  const delivery = newDelivery(context, event, at, { isHeld, ...destination })
  await tx.webhookDeliveries.insert(delivery, event)
  return delivery
}

type Destination = Pick<Delivery, 'webhookId' | 'url' | 'target' | 'redeliveryOf'>

/** Returns an endpoint as a destination. @param redeliveryOf id of the delivery that is repeated */
export const toEndpoint = ({ id }: WebhookEndpoint, redeliveryOf: string | null = null): Destination => ({
  webhookId: id,
  url: null,
  target: id,
  redeliveryOf,
})

/** Whether the environment has no webhook secret yet. Deliveries are held until it has one. */
async function lacksSecret(tx: Tx, scope: Scope, at: Instant): Promise<boolean> {
  const secrets = await tx.webhookSecrets.listValid(scope, at)
  return secrets.length === 0
}

function newDelivery(
  context: Context,
  event: WebhookEvent,
  createdAt: Instant,
  fields: Destination & Pick<Delivery, 'isHeld'>,
): Delivery {
  return {
    id: prefixedId(context, 'wd_'),
    ...fields,
    eventId: event.id,
    status: 'PENDING',
    attempts: 0,
    nextAttemptAt: createdAt + (context.policy.webhookRetryDelaysMs[0] ?? 0),
    lastError: fields.isHeld ? 'no_secret' : null,
    lastErrorDetail: null,
    isErrorHidden: false,
    deliveredAt: null,
    createdAt,
  }
}

/** Returns a new id: the prefix and 32 hex digits. */
export const prefixedId = (context: Context, prefix: string): string =>
  prefix + context.ids.uuid().replaceAll('-', '')
