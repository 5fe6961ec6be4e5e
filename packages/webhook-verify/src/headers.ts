import { WebhookVerificationError } from './error.js'
import { isObject } from './is-object.js'
import { TEXTS } from './texts.js'

/** Names of fields by their length, so that most names of a request are dismissed at a glance. */
type FieldNames<Name extends string> = { readonly [length: number]: Name }

/** What a signature is read from. */
export const SIGNATURE_FIELD: FieldNames<'x-merchant-signature'> = { 20: 'x-merchant-signature' }

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
export type Fields<Name extends string> = { [Field in Name]?: unknown[] }

/**
 * Collects fields in one pass, so a carrier that can be read only once will do.
 *
 * @throws malformed_header when the carrier throws while it is read
 */
export function findFields<Name extends string>(headers: unknown, names: FieldNames<Name>): Fields<Name> {
  const fields: Fields<Name> = {}
  const add = (name: unknown, value: unknown) => {
    const field = typeof name === 'string' && value != null && names[name.length]
    if (!field || (name !== field && (name as string).toLowerCase() !== field)) return
    const before = fields[field]
    // The first branch is for speed alone; a list adds each of its values.
    fields[field] = !before && typeof value === 'string' ? [value] : (before ?? []).concat(value)
  }
  try {
    if (!isObject(headers)) add('x-merchant-signature', headers)
    else if (!(Symbol.iterator in headers)) {
      // First, because nearly every caller comes here. By key: making the entries takes longer than all the rest.
      for (const name of Object.keys(headers)) if (names[name.length]) add(name, headers[name])
    } else if (Array.isArray(headers) && !Array.isArray(headers[0])) {
      for (let i = 0; i < headers.length; i += 2) add(headers[i], headers[i + 1])
    } else {
      for (const pair of headers as Iterable<unknown> & object) if (Array.isArray(pair)) add(pair[0], pair[1])
    }
  } catch {
    throw new WebhookVerificationError('malformed_header', TEXTS && 'the headers throw')
  }
  return fields
}
