import { WebhookVerificationError } from './error.js'
import { isObject } from './is-object.js'
import { TEXTS } from './texts.js'

// Indexed by length, so that most names of a request are dismissed at a glance.
const NAMES: { readonly [length: number]: FieldName } = {
  12: 'x-webhook-id',
  14: 'content-length',
  15: 'x-webhook-event',
  16: 'content-encoding',
  17: 'x-webhook-attempt',
  20: 'x-merchant-signature',
}

type FieldName =
  | 'content-length'
  | 'content-encoding'
  | 'x-webhook-id'
  | 'x-webhook-event'
  | 'x-webhook-attempt'
  | 'x-merchant-signature'

/** One header value: text, or a list as Node and API gateways give for repeated fields. */
export type HeaderValue = string | readonly string[] | null | undefined

/**
 * Headers in any carrier: the value of X-Merchant-Signature itself, a `Headers`, Node's `headers` or `rawHeaders`,
 * pairs, a `Map`, or a plain object in any letter case. Missing ones are admitted and refused as `missing_header`.
 */
export type HeadersInput =
  | string
  | null
  | undefined
  | readonly string[]
  | Iterable<readonly [string, HeaderValue]>
  | { readonly [name: string]: HeaderValue }

/** Every value found for the fields of a delivery; a field that was not sent is absent. */
export type WebhookFields = { [Name in FieldName]?: unknown[] }

/**
 * Collects the fields of a delivery in one pass, so a carrier that can be read only once will do.
 *
 * @throws malformed_header when the carrier throws while it is read
 */
export function findFields(headers: unknown): WebhookFields {
  const fields: WebhookFields = {}
  try {
    collect(fields, headers)
    return fields
  } catch {
    throw new WebhookVerificationError('malformed_header', TEXTS && 'the headers throw')
  }
}

function collect(fields: WebhookFields, headers: unknown): void {
  if (!isObject(headers)) add(fields, 'x-merchant-signature', headers)
  else if (!(Symbol.iterator in headers)) {
    // First, because nearly every caller comes here. By key: making the entries takes longer than all the rest.
    for (const name of Object.keys(headers)) if (NAMES[name.length]) add(fields, name, headers[name])
  } else if (Array.isArray(headers) && !Array.isArray(headers[0])) {
    for (let i = 0; i < headers.length; i += 2) add(fields, headers[i], headers[i + 1])
  } else {
    for (const pair of headers as Iterable<unknown> & object)
      if (Array.isArray(pair)) add(fields, pair[0], pair[1])
  }
}

function add(fields: WebhookFields, name: unknown, value: unknown): void {
  if (typeof name !== 'string' || value == null) return
  const field = NAMES[name.length]
  if (field === undefined || (name !== field && name.toLowerCase() !== field)) return
  const before = fields[field]
  // The first branch is for speed alone; a list adds each of its values.
  fields[field] = !before && typeof value === 'string' ? [value] : (before ?? []).concat(value)
}
