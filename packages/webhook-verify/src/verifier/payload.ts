import { WebhookVerificationError } from '../errors/error.js'
import { TEXTS } from '../errors/texts.js'
import { WEBHOOK_EVENTS, type webhooks } from '../generated/events.gen.js'
import { isObject } from '../util/is-object.js'

type EventBodies = {
  [Name in keyof webhooks]: webhooks[Name]['post']['requestBody']['content']['application/json']
}

/**
 * An event of the contract. Its `event` tells which, so a `switch` narrows `data` and can be exhaustive. Statuses are
 * open: those known today are offered, any string is taken.
 *
 * @see the interface, «Webhook events»; openapi/DECISIONS.md «Webhooks»
 */
export type WebhookEvent = EventBodies[keyof EventBodies]

/** The event of one name. */
export type EventNamed<Name extends WebhookEvent['event']> = Extract<WebhookEvent, { event: Name }>

/** An authentic event that this version of the package does not know. */
export interface UnknownWebhookEvent {
  event: string
  /** ISO 8601. */
  timestamp: string
  data: Record<string, unknown>
}

const UTF8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true })

/**
 * Reads verified bytes as an event: strict UTF-8 with at most one byte order mark before it, JSON, and the three
 * members every event has. Members beyond them stay.
 *
 * @throws invalid_payload, its message naming the requirement that failed
 * @see the interface, «Webhook events»
 */
export function parsePayload(rawBody: Uint8Array): UnknownWebhookEvent {
  let fault = 'is not UTF-8'
  try {
    const text = UTF8.decode(rawBody)
    fault = 'is not JSON'
    const payload: unknown = JSON.parse(text)
    fault = faultOf(payload)
    if (!fault) return payload as UnknownWebhookEvent // faultOf has looked at every member
  } catch {
    // Dropped and not kept as cause, because engines quote the text they choke on.
  }
  throw new WebhookVerificationError('invalid_payload', TEXTS && `the payload ${fault}`)
}

/** Tells whether an event is one of the contract's. Its `data` is taken at the sender's word, not checked again. */
export function isKnownEvent(event: UnknownWebhookEvent): event is WebhookEvent {
  return (WEBHOOK_EVENTS as readonly string[]).includes(event.event)
}

function faultOf(payload: unknown): string {
  if (!isRecord(payload)) return 'is not a JSON object'
  if (!payload.event || typeof payload.event !== 'string') return 'has no event'
  if (typeof payload.timestamp !== 'string') return 'has no timestamp'
  return isRecord(payload.data) ? '' : 'has no data'
}

function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return isObject(value) && !Array.isArray(value)
}
