import { parseUrl, URL_LENGTH } from '@merchantpay/core/url'
import type { CallInput } from '../http/call-input.js'
import { Refusal } from '../http/refusal.js'
import { requireWebhookUrl } from './webhook-url.js'

/** The fields that a merchant attaches to an order or a withdrawal. */
export interface BusinessFields {
  readonly description: string | undefined
  readonly metadata: { readonly [key: string]: unknown }
  readonly returnUrl: string | undefined
  readonly webhookUrl: string | undefined
}

const METADATA_BYTES = 16_384
const METADATA_DEPTH = 5

/** Reads the business fields of a body. @throws Refusal invalid_metadata, invalid_return_url, invalid_webhook_url */
export function readBusinessFields(body: {
  description?: string | undefined
  metadata?: { readonly [key: string]: unknown } | undefined
  return_url?: string | undefined
  webhook_url?: string | undefined
}): BusinessFields {
  const { description, metadata = {}, return_url: returnUrl, webhook_url: webhookUrl } = body
  requireMetadata(metadata)
  return {
    description,
    metadata,
    returnUrl: returnUrl === undefined ? undefined : requireReturnUrl(returnUrl),
    webhookUrl: webhookUrl === undefined ? undefined : requireWebhookUrl(webhookUrl, 'webhook_url'),
  }
}

/** The parameters that a repeated call with the same idempotency key must not change. */
export const inputOfFields = (fields: BusinessFields): CallInput =>
  Object.values({
    description: ['description', fields.description],
    metadata: ['metadata', fields.metadata],
    returnUrl: ['return_url', fields.returnUrl],
    webhookUrl: ['webhook_url', fields.webhookUrl],
  } satisfies Record<keyof BusinessFields, CallInput[number]>)

/** At most 16 KiB and 5 levels deep, with numbers that every JSON parser agrees on. */
function requireMetadata(metadata: object): void {
  const size = new TextEncoder().encode(JSON.stringify(metadata)).length
  if (!fitsLevels(metadata, METADATA_DEPTH))
    throw invalidMetadata(`at most ${METADATA_DEPTH} levels, and numbers up to 2^53 - 1`)
  if (size > METADATA_BYTES) throw invalidMetadata(`at most ${METADATA_BYTES} bytes`)
}

const invalidMetadata = (detail: string) => new Refusal('invalid_metadata', { param: 'metadata', detail })

function fitsLevels(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => fitsLevels(inner, levels - 1))
}

function requireReturnUrl(text: string): string {
  const url = parseUrl(text)
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === ''
  if (isPlain && url.href.length <= URL_LENGTH) return url.href
  throw new Refusal('invalid_return_url', {
    param: 'return_url',
    detail: `must be https, without credentials, of at most ${URL_LENGTH} characters`,
  })
}
