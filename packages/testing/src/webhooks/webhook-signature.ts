import { hmacSha256 } from '../crypto/sha256.js'
import { toHex } from '../ids.js'
import type { WebhookEvent } from './event.js'

/** A signed webhook request. */
export interface SignedWebhook {
  /** The exact bytes that are signed, as text. */
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** The parameters of one attempt of a delivery, besides its event. */
export interface Attempt {
  /** Id of the delivery, the same for all its attempts. */
  readonly id: string
  /** From 1. */
  readonly attempt: number
  /** Unix milliseconds. */
  readonly now: number
  /** Each adds a signature. */
  readonly secrets: readonly string[]
}

/** Secrets of an earlier spelling, which libraries for Standard Webhooks do not decode, sign our own header only. */
const STANDARD = /^whsec_([0-9A-Za-z+/]{44})$/

/** Renders and signs an event as the service does. */
export function signWebhook(event: WebhookEvent, { id, attempt, now, secrets }: Attempt): SignedWebhook {
  const encoder = new TextEncoder()
  const body = JSON.stringify(event)
  const timestamp = Math.floor(now / 1_000)
  const signed = encoder.encode(`${timestamp}.${body}`)
  const signatures = secrets.map((secret) => `,v1=${toHex(hmacSha256(encoder.encode(secret), signed))}`)
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'X-Merchant-Signature': `t=${timestamp}${signatures.join('')}`,
      'X-Webhook-Event': event.event,
      'X-Webhook-Id': id,
      'X-Webhook-Attempt': `${attempt}`,
      ...standardHeaders({ id, timestamp, body, secrets }),
    },
  }
}

/** The headers of the Standard Webhooks specification. */
function standardHeaders({
  id,
  timestamp,
  body,
  secrets,
}: Pick<Attempt, 'id' | 'secrets'> & { timestamp: number; body: string }): Record<string, string> {
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const signatures = secrets.flatMap((secret) => {
    const encoded = STANDARD.exec(secret)?.[1]
    if (encoded === undefined) return []
    const key = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
    return [`v1,${btoa(String.fromCharCode(...hmacSha256(key, signed)))}`]
  })
  if (signatures.length === 0) return {}
  return { 'webhook-id': id, 'webhook-timestamp': `${timestamp}`, 'webhook-signature': signatures.join(' ') }
}
