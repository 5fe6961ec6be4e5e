import { guarded, WebhookVerificationError } from './error.js'
import type { WebhookErrorCode } from './hints.js'

// Indexed by length, so that most names of a request are dismissed at a glance.
const NAMES: { readonly [length: number]: FieldName } = {
  12: 'x-webhook-id',
  15: 'x-webhook-event',
  17: 'x-webhook-attempt',
  20: 'x-merchant-signature',
}

type FieldName = 'x-webhook-id' | 'x-webhook-event' | 'x-webhook-attempt' | 'x-merchant-signature'

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
 * @throws malformed_header when the carrier is no headers at all or throws while it is read
 */
export function findFields(headers: unknown): WebhookFields {
  const fields: WebhookFields = {}
  guarded('malformed_header', 'the headers cannot be read', () => collect(fields, headers))
  return fields
}

/**
 * The one value of X-Merchant-Signature.
 *
 * @throws missing_header, duplicate_header (equal values too), malformed_header when the value is no string
 */
export function signatureField(fields: WebhookFields): string {
  const [value, ...others] = fields['x-merchant-signature'] ?? []
  if (others.length > 0) throw fault('duplicate_header', `came ${others.length + 1} times`)
  if (typeof value === 'string') return value
  if (value === undefined) throw fault('missing_header', 'is missing')
  throw fault('malformed_header', `is a ${typeof value}`)
}

function collect(fields: WebhookFields, headers: unknown): void {
  if (typeof headers !== 'object') add(fields, 'x-merchant-signature', headers)
  else if (headers === null) return
  else if (Array.isArray(headers) && !Array.isArray(headers[0])) collectFlat(fields, headers)
  else if (isIterable(headers)) collectPairs(fields, headers)
  else collectOwn(fields, headers)
}

function collectFlat(fields: WebhookFields, headers: unknown[]): void {
  for (let i = 0; i < headers.length; i += 2) add(fields, headers[i], headers[i + 1])
}

function collectPairs(fields: WebhookFields, headers: Iterable<unknown>): void {
  for (const pair of headers) if (Array.isArray(pair)) add(fields, pair[0], pair[1])
}

// By key and not by entry: making the entries takes longer than all the rest of this file.
function collectOwn(fields: WebhookFields, headers: object): void {
  for (const name of Object.keys(headers))
    if (name.length in NAMES) add(fields, name, Reflect.get(headers, name))
}

function isIterable(headers: object): headers is Iterable<unknown> {
  return Symbol.iterator in headers
}

function add(fields: WebhookFields, name: unknown, value: unknown): void {
  if (typeof name !== 'string' || value === undefined || value === null) return
  const field = NAMES[name.length]
  if (field === undefined || (name !== field && name.toLowerCase() !== field)) return
  const values = Array.isArray(value) ? Array.from(value) : [value]
  fields[field] = fields[field]?.concat(values) ?? values
}

function fault(code: WebhookErrorCode, what: string): WebhookVerificationError {
  return new WebhookVerificationError(code, `X-Merchant-Signature ${what}`)
}
