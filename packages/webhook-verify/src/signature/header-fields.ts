import { WebhookVerificationError } from '../errors/error.js'
import { isObject } from '../util/is-object.js'

/** Field names by their length, which rules out most names of a request without a comparison. */
type FieldNames<Name extends string> = { readonly [length: number]: Name }

/** The field of the signature. */
export const SIGNATURE_FIELD: FieldNames<'x-merchant-signature'> = { 20: 'x-merchant-signature' }

/** One header value: text, or a list for a repeated field, as in Node and API gateways. */
export type HeaderValue = string | readonly string[] | null | undefined

/**
 * Headers in any carrier: the value of X-Merchant-Signature itself, a `Headers`, Node's `headers` or `rawHeaders`,
 * pairs, a `Map`, or a plain object in any letter case. `null` and `undefined` are refused as `missing_header`.
 */
export type HeadersInput =
  | string
  | null
  | undefined
  | readonly string[]
  | Iterable<readonly [string, HeaderValue]>
  | { readonly [name: string]: HeaderValue }

/** The value of each field, or the list of its values; a field that was not sent is absent. */
export type Fields<Name extends string> = { [Field in Name]?: unknown }

/**
 * Collects fields in one pass, so that the carrier may be one that can be read only once.
 *
 * @throws WebhookVerificationError `malformed_header` when reading the carrier throws
 */
export function findFields<Name extends string>(headers: unknown, names: FieldNames<Name>): Fields<Name> {
  const fields: Fields<Name> = {}
  const add = (name: unknown, value: unknown) => {
    const field = typeof name === 'string' && names[name.length]
    if (!field || name.toLowerCase() !== field) return
    // A list of one value counts as the value, an empty list as an absent field.
    const found = Array.isArray(value) && value.length < 2 ? value[0] : value
    if (found != null) fields[field] = field in fields ? [fields[field], found] : found
  }
  try {
    if (!isObject(headers)) add('x-merchant-signature', headers)
    else if (Symbol.iterator in headers) {
      // Flattened pairs have the form of Node's rawHeaders: names and values in turn.
      const flat = [...(headers as Iterable<unknown> & object)].flat()
      for (let i = 0; i < flat.length; i += 2) add(flat[i], flat[i + 1])
    } else {
      // By key, since Object.entries takes longer than the rest of this function.
      for (const name of Object.keys(headers)) if (names[name.length]) add(name, headers[name])
    }
  } catch {
    throw new WebhookVerificationError('malformed_header')
  }
  return fields
}
