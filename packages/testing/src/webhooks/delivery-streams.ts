import type { TestDelivery } from '@merchantpay/sdk'
import { notifyStreams, openStream, STREAM_HEADERS } from '../http/event-streams.js'
import type { Handlers } from '../http/handler.js'
import type { OpenStream } from '../http/open-stream.js'
import { Refusal } from '../http/refusal.js'
import { newDeliveryId } from '../ids.js'
import { validSecrets } from '../merchants/merchants.js'
import { isOf, type Scope } from '../scope.js'
import type { World } from '../world.js'
import type { PublishedEvent } from './published-event.js'
import { signWebhook } from './webhook-signature.js'

const DAY_MS = 24 * 60 * 60_000
const CURSOR = /^([0-9]{1,15})(?:-([0-9A-Za-z_-]{1,64})-[0-9]{1,9})?$/

/** Appends an event to the merchant's log and notifies the streams of the test environment. */
export function publish(
  world: World,
  { merchantId, environment }: Scope,
  published: Pick<PublishedEvent, 'deliveryId' | 'event'>,
): void {
  world.published.push({ ...published, merchantId, environment, at: world.clock.now() })
  if (environment === 'test') notifyStreams(world, merchantId)
}

/** Makes the handler that streams the deliveries of the test environment. */
export function deliveryStreamHandlers(
  world: World,
): Pick<Handlers, 'streamTestDeliveries' | 'resendTestDelivery'> {
  return {
    resendTestDelivery({ params, caller: { key } }) {
      if (key.environment === 'live') throw new Refusal('forbidden')
      const earlier = world.published.find((one) => isOf(one, key) && one.deliveryId === params.delivery_id)
      if (!earlier) throw new Refusal('delivery_not_found')
      const { event } = earlier
      const deliveryId = newDeliveryId(world)
      publish(world, key, { event, deliveryId })
      return { status: 201, body: { delivery_id: deliveryId, event_type: event.event } }
    },
    streamTestDeliveries({ headers, caller: { key } }) {
      if (key.environment === 'live') throw new Refusal('forbidden')
      let next = firstAfter(world, key, headers['Last-Event-ID'])
      const sendPending = (stream: OpenStream) => {
        for (; next < world.published.length; next += 1) {
          const published = world.published[next]
          if (published && isOf(published, key)) stream.send(messageOf(world, published))
        }
      }
      const body = openStream(world, { key, subject: key.merchantId, sendPending })
      return { status: 200, body, headers: STREAM_HEADERS }
    },
  }
}

/** Index of the first event for a reader: after its last event, a day back at most; the end for an unknown id. */
function firstAfter({ published, clock }: World, scope: Scope, lastEventId = ''): number {
  const [, time, id] = CURSOR.exec(lastEventId) ?? []
  const now = clock.now()
  if (time === undefined || Number(time) > now) return published.length
  const last = published.findIndex((one) => isOf(one, scope) && one.deliveryId === id)
  const since = Math.max(Number(time), now - DAY_MS)
  const first = published.findIndex(({ at }, index) => index > last && at >= since)
  return first < 0 ? published.length : first
}

function messageOf(world: World, published: PublishedEvent): string {
  const { deliveryId, event, at } = published
  const signed = {
    id: deliveryId,
    attempt: 1,
    now: world.clock.now(),
    secrets: validSecrets(world, published),
  }
  const message: TestDelivery = {
    delivery_id: deliveryId,
    event_type: event.event,
    ...signWebhook(event, signed),
  }
  return `id: ${at}-${deliveryId}-1\ndata: ${JSON.stringify(message)}\n\n`
}
