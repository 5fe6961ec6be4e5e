import type { Context } from '../context.js'
import { isoTime } from '../shared/iso-time.js'
import type { Scope } from '../shared/types.js'
import type { EventType } from './event-types.js'
import type { OutgoingEvent } from './webhook.js'

/** Creates an event and renders its body once; every attempt sends and signs these bytes. */
export function outgoingEvent(
  context: Context,
  { merchantId, environment, webhookUrl }: Scope & { webhookUrl: string | null },
  { event, subject, data }: { event: EventType; subject: string; data: object },
): OutgoingEvent {
  const createdAt = context.clock.now()
  const body = JSON.stringify({ event, timestamp: isoTime(createdAt), environment, data })
  const id = context.ids.uuid()
  return { event: { id, merchantId, environment, event, subject, body, createdAt }, ownUrl: webhookUrl }
}
