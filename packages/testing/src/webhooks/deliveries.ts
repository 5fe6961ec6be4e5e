import { isLastError, RETRY_DELAYS_MS } from '@merchantpay/core/delivery-attempts'
import type { OrderDelivery } from '@merchantpay/sdk'
import { newDeliveryId } from '../ids.js'
import { isOf, type Scope } from '../scope.js'
import { isoOrNull, isoTime, type WebhookHandler, type World } from '../world.js'
import type { Delivery } from './delivery.js'
import { makeAttempt, type Receiver } from './delivery-attempts.js'
import { publish } from './delivery-streams.js'
import type { WebhookEvent } from './event.js'
import { number } from './event-list.js'

const MAX_ATTEMPTS = 6
/** URL of events without a subscriber, once there is a receiver. */
const UNSUBSCRIBED_URL = 'https://receiver.example/webhooks'

/** Queues a delivery per destination: the subject's own URL, else every active subscribed endpoint. */
export function fanOut(
  world: World,
  owner: Scope & { webhookUrl: string | undefined },
  content: Pick<Delivery, 'event' | 'subject'>,
): void {
  world.events.push(content.event)
  number(world, owner, content.event)
  const queued = destinationsOf(world, owner, content.event.event).map((destination) =>
    queueDelivery(world, owner, { ...content, ...destination }),
  )
  const deliveryId = queued[0]?.id ?? newDeliveryId(world)
  publish(world, owner, { event: content.event, deliveryId })
}

function destinationsOf(
  world: World,
  owner: Scope & { webhookUrl: string | undefined },
  type: WebhookEvent['event'],
): Partial<Pick<Delivery, 'webhookId' | 'url'>>[] {
  if (owner.webhookUrl !== undefined) return [{ url: owner.webhookUrl }]
  const subscribed = world.endpoints.filter(
    (endpoint) => isOf(endpoint, owner) && endpoint.events.includes(type),
  )
  const isUnheard = subscribed.length === 0 && world.receiver !== undefined
  if (isUnheard) return [{ url: UNSUBSCRIBED_URL }]
  return subscribed.filter(({ isActive }) => isActive).map(({ id }) => ({ webhookId: id }))
}

/** Queues a delivery to an endpoint or a URL, and attempts it where there is a receiver. */
export function queueDelivery(
  world: World,
  { merchantId, environment }: Scope,
  content: Pick<Delivery, 'event' | 'subject'> &
    Partial<Pick<Delivery, 'webhookId' | 'url' | 'redeliveryOf'>>,
): Delivery {
  const createdAt = world.clock.now()
  const delivery: Delivery = {
    webhookId: undefined,
    url: undefined,
    redeliveryOf: undefined,
    ...content,
    merchantId,
    environment,
    id: newDeliveryId(world),
    createdAt,
    status: 'PENDING',
    isUnderWay: false,
    attempts: 0,
    log: [],
    nextAttemptAt: createdAt,
    lastError: null,
    lastErrorDetail: null,
    deliveredAt: null,
  }
  world.deliveries.push(delivery)
  sendWhenDue(world, delivery)
  return delivery
}

/** Fails the pending deliveries of an endpoint; the result of an attempt in progress is ignored. */
export function failPending(world: World, webhookId: string, lastError: string): void {
  for (const delivery of world.deliveries) {
    if (delivery.webhookId !== webhookId || delivery.status !== 'PENDING') continue
    Object.assign(delivery, { status: 'FAILED', nextAttemptAt: null, lastError, lastErrorDetail: null })
  }
}

/** Sends all deliveries to a receiver from now on, pending ones too. */
export function setReceiver(world: World, receiver: WebhookHandler): () => void {
  world.receiver = receiver
  sendDue(world)
  return () => {
    if (world.receiver === receiver) world.receiver = undefined
  }
}

/** Attempts every delivery that is due. */
export function sendDue(world: World): void {
  for (const delivery of world.deliveries) sendWhenDue(world, delivery)
}

function sendWhenDue(world: World, delivery: Delivery, now = world.clock.now()): void {
  const { nextAttemptAt, isUnderWay } = delivery
  const isDue = nextAttemptAt !== null && nextAttemptAt <= now
  const url = urlOf(world, delivery)
  const { receiver } = world
  if (isDue && !isUnderWay && receiver && url !== undefined) attempt(world, delivery, { receiver, url })
}

/** The current URL; undefined while the endpoint is inactive. */
function urlOf(world: World, { webhookId, url }: Delivery): string | undefined {
  const endpoint = world.endpoints.find(({ id, isActive }) => id === webhookId && isActive)
  return url ?? endpoint?.url
}

/** Makes one attempt, and schedules the next one when it fails. */
function attempt(world: World, delivery: Delivery, to: Receiver): void {
  delivery.isUnderWay = true
  void makeAttempt(world, delivery, to).then((ended) => {
    const { endedAt: now, error, detail } = ended
    delivery.isUnderWay = false
    if (delivery.status !== 'PENDING') return
    delivery.attempts += 1
    delivery.log.push(ended)
    delivery.lastError = error ?? null
    delivery.lastErrorDetail = detail ?? null
    const isLast = delivery.attempts >= MAX_ATTEMPTS || isLastError(error ?? '')
    const delay = isLast ? undefined : RETRY_DELAYS_MS[delivery.attempts]
    const dueAt = error === undefined || delay === undefined ? null : now + delay
    if (error === undefined) Object.assign(delivery, { status: 'DELIVERED', deliveredAt: now })
    else if (dueAt === null) delivery.status = 'FAILED'
    delivery.nextAttemptAt = dueAt
    if (dueAt === null) return
    // Compared with `dueAt`, since a timer may fire early by the clock.
    world.clock.setTimeout(() => sendWhenDue(world, delivery, dueAt), dueAt - now)
  })
}

/** Writes a delivery as the API does. */
export function presentDelivery(delivery: Delivery): OrderDelivery {
  const { id, event, status, attempts, lastError, lastErrorDetail, nextAttemptAt, deliveredAt, createdAt } =
    delivery
  return {
    id,
    redelivery_of: delivery.redeliveryOf ?? null,
    event_type: event.event,
    payload: { ...event, data: { ...event.data } },
    status,
    attempts,
    max_attempts: MAX_ATTEMPTS,
    last_error: lastError,
    last_error_detail: lastErrorDetail,
    next_attempt_at: isoOrNull(nextAttemptAt),
    delivered_at: isoOrNull(deliveredAt),
    created_at: isoTime(createdAt),
    ...(delivery.webhookId !== undefined && { webhook_id: delivery.webhookId }),
  }
}
