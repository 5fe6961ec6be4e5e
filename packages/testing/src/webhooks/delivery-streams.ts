import type { TestDelivery } from '@merchantpay/sdk'
import { type OpenStream, openStream, STREAM_HEADERS, tellStreams } from '../http/event-streams.js'
import type { Handlers } from '../http/handler.js'
import { Refusal } from '../http/refusal.js'
import { validSecrets } from '../merchants/merchants.js'
import { isOf, type Scope, type World } from '../world.js'
import type { WebhookEvent } from './events.js'
import { signWebhook } from './webhook-signature.js'

/** Something that a merchant was told, whoever got it. */
export interface Told extends Scope {
  readonly deliveryId: string
  readonly event: WebhookEvent
  readonly at: number
}

const DAY_MS = 24 * 60 * 60_000
const CURSOR = /^([0-9]{1,15})(?:-([0-9A-Za-z_-]{1,64})-[0-9]{1,9})?$/

/** Notes what an environment is told, and tells whoever listens to it. */
export function noteTold(
  world: World,
  { merchantId, environment }: Scope,
  told: Pick<Told, 'deliveryId' | 'event'>,
): void {
  world.told.push({ ...told, merchantId, environment, at: world.clock.now() })
  if (environment === 'test') tellStreams(world, merchantId)
}

/** Makes the operation that streams what the test environment tells. */
export function deliveryStreamHandlers(world: World): Pick<Handlers, 'streamTestDeliveries'> {
  return {
    streamTestDeliveries({ headers, caller: { key } }) {
      if (key.environment === 'live') throw new Refusal('forbidden')
      let next = firstAfter(world, key, headers['Last-Event-ID'])
      const tell = (stream: OpenStream) => {
        for (; next < world.told.length; next += 1) {
          const told = world.told[next]
          if (told && isOf(told, key)) stream.send(messageOf(world, told))
        }
      }
      const body = openStream(world, { key, subject: key.merchantId, tell })
      return { status: 200, body, headers: STREAM_HEADERS }
    },
  }
}

/** Where a reader begins: behind what it has, a day back at most; with what comes next where its id is none of ours. */
function firstAfter({ told, clock }: World, scope: Scope, lastEventId = ''): number {
  const [, time, id] = CURSOR.exec(lastEventId) ?? []
  const now = clock.now()
  if (time === undefined || Number(time) > now) return told.length
  const last = told.findIndex((one) => isOf(one, scope) && one.deliveryId === id)
  const since = Math.max(Number(time), now - DAY_MS)
  const first = told.findIndex(({ at }, index) => index > last && at >= since)
  return first < 0 ? told.length : first
}

function messageOf(world: World, told: Told): string {
  const { deliveryId, event, at } = told
  const signed = { id: deliveryId, attempt: 1, now: world.clock.now(), secrets: validSecrets(world, told) }
  const message: TestDelivery = {
    delivery_id: deliveryId,
    event_type: event.event,
    ...signWebhook(event, signed),
  }
  return `id: ${at}-${deliveryId}-1\ndata: ${JSON.stringify(message)}\n\n`
}
