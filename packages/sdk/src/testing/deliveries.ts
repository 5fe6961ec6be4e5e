import type { OrderDelivery } from '../generated/contract.gen.js'
import { noteTold } from './delivery-streams.js'
import type { WebhookEvent } from './events.js'
import { validSecrets } from './merchants.js'
import { signWebhook } from './webhook-signature.js'
import { isOf, isoOrNull, isoTime, type Scope, type WebhookHandler, type World } from './world.js'

/** One event to one destination. */
export interface Delivery extends Scope {
  readonly id: string
  /** Undefined for an order's own URL, and where nobody is subscribed. */
  readonly webhookId: string | undefined
  readonly url: string
  readonly event: WebhookEvent
  /** The order or withdrawal it is about. */
  readonly subject: string
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

/** Makes a delivery per destination: the subject's own URL, else every endpoint that is subscribed. */
export function fanOut(
  world: World,
  owner: Scope & { webhookUrl: string | undefined },
  told: Pick<Delivery, 'event' | 'subject'>,
): void {
  world.events.push(told.event)
  const subscribed = world.endpoints.filter(
    (endpoint) => isOf(endpoint, owner) && endpoint.events.includes(told.event.event),
  )
  const destinations =
    owner.webhookUrl === undefined ? subscribed : [{ id: undefined, url: owner.webhookUrl }]
  const isUnheard = destinations.length === 0 && world.receiver !== undefined
  for (const { id, url } of isUnheard ? [{ id: undefined, url: UNSUBSCRIBED_URL }] : destinations) {
    const delivery = newDelivery(world, owner, { ...told, webhookId: id, url })
    world.deliveries.push(delivery)
    if (world.receiver) attempt(world, delivery, world.receiver)
  }
  const first = world.deliveries.find(({ event }) => event === told.event)
  noteTold(world, owner, { event: told.event, deliveryId: first?.id ?? newDeliveryId(world) })
}

/** Sends everything to a receiver from now on, what has waited for one too. */
export function setReceiver(world: World, receiver: WebhookHandler): () => void {
  world.receiver = receiver
  for (const delivery of world.deliveries) {
    const isDue = delivery.nextAttemptAt !== null && delivery.nextAttemptAt <= world.clock.now()
    if (isDue && !delivery.isUnderWay) attempt(world, delivery, receiver)
  }
  return () => {
    if (world.receiver === receiver) world.receiver = undefined
  }
}

function newDelivery(
  { ids, clock }: World,
  { merchantId, environment }: Scope,
  told: Pick<Delivery, 'event' | 'subject' | 'webhookId' | 'url'>,
): Delivery {
  const createdAt = clock.now()
  return {
    ...told,
    merchantId,
    environment,
    id: newDeliveryId({ ids }),
    createdAt,
    status: 'PENDING',
    isUnderWay: false,
    attempts: 0,
    nextAttemptAt: createdAt,
    lastError: null,
    deliveredAt: null,
  }
}

const newDeliveryId = ({ ids }: Pick<World, 'ids'>): string => `wd_${ids.uuid().replaceAll('-', '')}`

/** Makes one attempt, and sets the timer of the next one when it fails. */
function attempt(world: World, delivery: Delivery, receiver: WebhookHandler): void {
  delivery.attempts += 1
  delivery.isUnderWay = true
  void outcomeOf(world, delivery, receiver).then((error) => {
    const now = world.clock.now()
    delivery.isUnderWay = false
    delivery.lastError = error ?? null
    const delay = delivery.attempts < MAX_ATTEMPTS ? DELAYS_MS[delivery.attempts] : undefined
    if (error === undefined) Object.assign(delivery, { status: 'DELIVERED', deliveredAt: now })
    else if (delay === undefined) delivery.status = 'FAILED'
    delivery.nextAttemptAt = error === undefined || delay === undefined ? null : now + delay
    if (delivery.nextAttemptAt === null || delay === undefined) return
    world.clock.setTimeout(() => world.receiver && attempt(world, delivery, world.receiver), delay)
  })
}

/** @returns undefined when it was delivered, else a short code */
async function outcomeOf(
  world: World,
  delivery: Delivery,
  receiver: WebhookHandler,
): Promise<string | undefined> {
  const { url, event, id, attempts } = delivery
  const { body, headers } = signWebhook(event, {
    id,
    attempt: attempts,
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
    event_type: event.event,
    payload: { ...event, data: { ...event.data } },
    status,
    attempts,
    max_attempts: MAX_ATTEMPTS,
    last_error: lastError,
    next_attempt_at: isoOrNull(nextAttemptAt),
    delivered_at: isoOrNull(deliveredAt),
    created_at: isoTime(createdAt),
    ...(delivery.webhookId !== undefined && { webhook_id: delivery.webhookId }),
  }
}
