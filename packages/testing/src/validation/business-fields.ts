import { parseUrl, URL_LENGTH } from '@merchantpay/core/url'
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
    webhookUrl: webhookUrl === undefined ? undefined : requireWebhookUrl(webhookUrl),
  }
}

/** At most 16 KiB and 5 levels deep, with numbers that every JSON parser agrees on. */
function requireMetadata(metadata: object): void {
  const size = new TextEncoder().encode(JSON.stringify(metadata)).length
  if (size > METADATA_BYTES || !fitsLevels(metadata, METADATA_DEPTH)) throw new Refusal('invalid_metadata')
}

function fitsLevels(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => fitsLevels(inner, levels - 1))
}

function requireReturnUrl(text: string): string {
  const url = parseUrl(text)
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === ''
  if (isPlain && url.href.length <= URL_LENGTH) return url.href
  throw new Refusal('invalid_return_url')
}
