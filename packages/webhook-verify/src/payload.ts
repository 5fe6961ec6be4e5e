import { guarded, WebhookVerificationError } from './error.js'
import { WEBHOOK_EVENTS, type webhooks } from './generated/events.gen.js'

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

/** An authentic event that this version of the package does not know. */
export interface UnknownWebhookEvent {
  event: string
  /** ISO 8601. */
  timestamp: string
  data: Record<string, unknown>
}

const UTF8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true })
const KNOWN: ReadonlySet<string> = new Set(WEBHOOK_EVENTS)

/**
 * Reads verified bytes as an event: strict UTF-8 with at most one byte order mark before it, JSON, and the three
 * members every event has. Members beyond them stay.
 *
 * @throws invalid_payload, its message naming the requirement that failed
 * @see the interface, «Webhook events»
 */
export function parsePayload(rawBody: Uint8Array): UnknownWebhookEvent {
  const text = decode(rawBody)
  const payload = guarded('invalid_payload', 'the payload is not JSON', (): unknown => JSON.parse(text))
  const fault = faultOf(payload)
  if (fault !== undefined) throw new WebhookVerificationError('invalid_payload', `the payload ${fault}`)
  return payload as UnknownWebhookEvent // faultOf has looked at every member
}

/** Tells whether an event is one of the contract's. Its `data` is taken at the sender's word, not checked again. */
export function isKnownEvent(event: UnknownWebhookEvent): event is WebhookEvent {
  return KNOWN.has(event.event)
}

function decode(rawBody: Uint8Array): string {
  return guarded('invalid_payload', 'the payload is not UTF-8', () => UTF8.decode(rawBody))
}

function faultOf(payload: unknown): string | undefined {
  if (!isObject(payload)) return 'is not a JSON object'
  if (typeof payload.event !== 'string' || payload.event === '') return 'has no event name'
  if (typeof payload.timestamp !== 'string') return 'has no timestamp text'
  if (!isObject(payload.data)) return 'has no data object'
  return undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
