import { WebhookVerificationError } from '../errors/error.js'
import { isObject } from '../util/is-object.js'

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

/** The value of each field of a delivery, a list where there are several; a field that was not sent is absent. */
export type Fields<Name extends string> = { [Field in Name]?: unknown }

/**
 * Collects fields in one pass, so a carrier that can be read only once will do.
 *
 * @throws malformed_header when the carrier throws while it is read
 */
export function findFields<Name extends string>(headers: unknown, names: FieldNames<Name>): Fields<Name> {
  const fields: Fields<Name> = {}
  const add = (name: unknown, value: unknown) => {
    const field = typeof name === 'string' && names[name.length]
    if (!field || name.toLowerCase() !== field) return
    // A list of one is its element, and an empty one is no field.
    const found = Array.isArray(value) && value.length < 2 ? value[0] : value
    if (found != null) fields[field] = field in fields ? [fields[field], found] : found
  }
  try {
    if (!isObject(headers)) add('x-merchant-signature', headers)
    else if (Symbol.iterator in headers) {
      // Pairs laid flat are what Node's rawHeaders are, names and values in turn.
      const flat = [...(headers as Iterable<unknown> & object)].flat()
      for (let i = 0; i < flat.length; i += 2) add(flat[i], flat[i + 1])
    } else {
      // By key: making the entries takes longer than all the rest.
      for (const name of Object.keys(headers)) if (names[name.length]) add(name, headers[name])
    }
  } catch {
    throw new WebhookVerificationError('malformed_header')
  }
  return fields
}
