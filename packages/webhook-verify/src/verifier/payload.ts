import { WebhookVerificationError } from '../errors/error.js'
import { TEXTS } from '../errors/texts.js'
import { WEBHOOK_EVENTS, type webhooks } from '../generated/events.gen.js'
import { isObject } from '../util/is-object.js'

type EventBodies = {
  [Name in keyof webhooks]: webhooks[Name]['post']['requestBody']['content']['application/json']
}

/**
 * An event of the contract. A `switch` over `event` narrows `data` and can be exhaustive. Statuses are open: the type
 * suggests the known ones and accepts any string.
 *
 * @see the interface, "Webhook events"; openapi/DECISIONS.md "Webhooks"
 */
export type WebhookEvent = EventBodies[keyof EventBodies]

/** The event of one name. */
export type EventNamed<Name extends WebhookEvent['event']> = Extract<WebhookEvent, { event: Name }>

/** A verified event that is newer than this version of the package. */
export interface UnknownWebhookEvent {
  event: string
  /** ISO 8601. */
  timestamp: string
  /** `live` or `test`. Left out of older events. */
  environment?: string
  data: Record<string, unknown>
}

const UTF8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true })

/**
 * Parses verified bytes as an event: strict UTF-8 with at most one byte order mark, JSON, and the three members of every
 * event. Additional members stay.
 *
 * @throws WebhookVerificationError `invalid_payload`, with the failed requirement in its message
 * @see the interface, "Webhook events"
 */
export function parsePayload(rawBody: Uint8Array): UnknownWebhookEvent {
  let fault = 'is not UTF-8'
  try {
    const text = UTF8.decode(rawBody)
    fault = 'is not JSON'
    const payload: unknown = JSON.parse(text)
    fault = faultOf(payload)
    if (!fault) return payload as UnknownWebhookEvent // faultOf has checked every member
  } catch {
    // Not kept as the cause, because engines quote the text in their error.
  }
  throw new WebhookVerificationError('invalid_payload', TEXTS && `the payload ${fault}`)
}

/** Whether the name of an event is one of the contract's. The shape of `data` is not checked. */
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
