import type { OrderDelivery } from '@merchantpay/sdk'
import { validSecrets } from '../merchants/merchants.js'
import { isOf, isoOrNull, isoTime, type Scope, type WebhookHandler, type World } from '../world.js'
import { noteTold } from './delivery-streams.js'
import type { WebhookEvent } from './events.js'
import { signWebhook } from './webhook-signature.js'

/** One event to one destination. */
export interface Delivery extends Scope {
  readonly id: string
  /** Undefined for an order's own URL, and where nobody is subscribed. */
  readonly webhookId: string | undefined
  /** Undefined for an endpoint, whose URL may change. */
  readonly url: string | undefined
  readonly event: WebhookEvent
  /** The order or withdrawal it is about; the endpoint for a sample. */
  readonly subject: string
  /** The delivery that it repeats. */
  readonly redeliveryOf: string | undefined
  readonly createdAt: number
  status: 'PENDING' | 'DELIVERED' | 'FAILED'
  /** Whether the receiver has yet to answer an attempt. */
  isUnderWay: boolean
  attempts: number
  /** Null once delivered or failed. */
  nextAttemptAt: number | null
  lastError: string | null
  deliveredAt: number | null
}

/** Delay before each attempt, milliseconds, from the end of the one before. */
const DELAYS_MS = [0, 60_000, 300_000, 1_800_000, 7_200_000, 86_400_000]
const MAX_ATTEMPTS = 6
const TIMEOUT_MS = 10_000
/** Where events go that nobody is subscribed to, once there is a receiver. */
const UNSUBSCRIBED_URL = 'https://receiver.example/webhooks'

/** Makes a delivery per destination: the subject's own URL, else every active endpoint that is subscribed. */
export function fanOut(
  world: World,
  owner: Scope & { webhookUrl: string | undefined },
  told: Pick<Delivery, 'event' | 'subject'>,
): void {
  world.events.push(told.event)
  const queued = destinationsOf(world, owner, told.event.event).map((destination) =>
    queueDelivery(world, owner, { ...told, ...destination }),
  )
  const deliveryId = queued[0]?.id ?? newDeliveryId(world)
  noteTold(world, owner, { event: told.event, deliveryId })
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

/** Makes a delivery to an endpoint or a URL, and its first attempt where there is a receiver. */
export function queueDelivery(
  world: World,
  { merchantId, environment }: Scope,
  told: Pick<Delivery, 'event' | 'subject'> & Partial<Pick<Delivery, 'webhookId' | 'url' | 'redeliveryOf'>>,
): Delivery {
  const createdAt = world.clock.now()
  const delivery: Delivery = {
    webhookId: undefined,
    url: undefined,
    redeliveryOf: undefined,
    ...told,
    merchantId,
    environment,
    id: newDeliveryId(world),
    createdAt,
    status: 'PENDING',
    isUnderWay: false,
    attempts: 0,
    nextAttemptAt: createdAt,
    lastError: null,
    deliveredAt: null,
  }
  world.deliveries.push(delivery)
  sendWhenDue(world, delivery)
  return delivery
}

/** Ends what waits for an endpoint; an attempt that is under way counts for nothing. */
export function failPending(world: World, webhookId: string, lastError: string): void {
  for (const delivery of world.deliveries) {
    if (delivery.webhookId !== webhookId || delivery.status !== 'PENDING') continue
    Object.assign(delivery, { status: 'FAILED', nextAttemptAt: null, lastError })
  }
}

/** Sends everything to a receiver from now on, what has waited for one too. */
export function setReceiver(world: World, receiver: WebhookHandler): () => void {
  world.receiver = receiver
  sendDue(world)
  return () => {
    if (world.receiver === receiver) world.receiver = undefined
  }
}

/** Attempts everything that is due and may be sent now. */
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

/** Where it goes now; nowhere while its endpoint is not active. */
function urlOf(world: World, { webhookId, url }: Delivery): string | undefined {
  const endpoint = world.endpoints.find(({ id, isActive }) => id === webhookId && isActive)
  return url ?? endpoint?.url
}

interface Receiver {
  readonly receiver: WebhookHandler
  readonly url: string
}

const newDeliveryId = ({ ids }: Pick<World, 'ids'>): string => `wd_${ids.uuid().replaceAll('-', '')}`

/** Makes one attempt, and sets the timer of the next one when it fails. */
function attempt(world: World, delivery: Delivery, to: Receiver): void {
  delivery.isUnderWay = true
  void outcomeOf(world, delivery, to).then((error) => {
    const now = world.clock.now()
    delivery.isUnderWay = false
    if (delivery.status !== 'PENDING') return
    delivery.attempts += 1
    delivery.lastError = error ?? null
    noteAnswer(world, delivery, { url: to.url, error })
    const delay = delivery.attempts < MAX_ATTEMPTS ? DELAYS_MS[delivery.attempts] : undefined
    const dueAt = error === undefined || delay === undefined ? null : now + delay
    if (error === undefined) Object.assign(delivery, { status: 'DELIVERED', deliveredAt: now })
    else if (dueAt === null) delivery.status = 'FAILED'
    delivery.nextAttemptAt = dueAt
    if (dueAt === null) return
    // A timer may fire a little before its time by the clock.
    world.clock.setTimeout(() => sendWhenDue(world, delivery, dueAt), dueAt - now)
  })
}

/** Errors without an answer are told apart once the endpoint has answered 2xx at that scheme, host and port. */
function noteAnswer(
  { answered }: World,
  delivery: Delivery,
  { url, error }: { url: string; error: string | undefined },
): void {
  const { merchantId, environment, webhookId } = delivery
  const place = `${webhookId ?? `${merchantId}/${environment}`} ${new URL(url).origin}`
  if (error === undefined) answered.add(place)
  else if (!error.startsWith('HTTP ') && !answered.has(place)) delivery.lastError = 'unreachable'
}

/** @returns undefined when it was delivered, else a short code */
async function outcomeOf(
  world: World,
  delivery: Delivery,
  { receiver, url }: Receiver,
): Promise<string | undefined> {
  const { event, id, attempts } = delivery
  const { body, headers } = signWebhook(event, {
    id,
    attempt: attempts + 1,
    now: world.clock.now(),
    secrets: validSecrets(world, delivery),
  })
  let handle: unknown
  const whenLate = new Promise<string>((resolve) => {
    handle = world.clock.setTimeout(() => resolve('timeout'), TIMEOUT_MS)
  })
  const answered = Promise.resolve()
    .then(() => receiver(new Request(url, { method: 'POST', headers, body })))
    .then(
      ({ ok, status }) => (ok ? undefined : `HTTP ${status}`),
      () => 'connection_reset',
    )
  const outcome = await Promise.race([answered, whenLate])
  world.clock.clearTimeout(handle)
  return outcome
}

/** Writes a delivery as the API does. */
export function presentDelivery(delivery: Delivery): OrderDelivery {
  const { id, event, status, attempts, lastError, nextAttemptAt, deliveredAt, createdAt } = delivery
  return {
    id,
    redelivery_of: delivery.redeliveryOf ?? null,
    event_type: event.event,
    payload: { ...event, data: { ...event.data } },
    status,
    attempts,
    max_attempts: MAX_ATTEMPTS,
    last_error: lastError,
    last_error_detail: null,
    next_attempt_at: isoOrNull(nextAttemptAt),
    delivered_at: isoOrNull(deliveredAt),
    created_at: isoTime(createdAt),
    ...(delivery.webhookId !== undefined && { webhook_id: delivery.webhookId }),
  }
}
