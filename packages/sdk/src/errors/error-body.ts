import { memberOf } from '../util/lookup.js'

/** Texts that give access: an `Authorization` header, and the secrets of keys and webhooks. */
const SECRET = /bearer[\s:]+\S+|(?<![a-z0-9])(?:sk|whsec)_\S+/gi

/** Removes secrets from a text of the server, which may repeat parts of the request. */
export const redact = (text: string): string => text.replace(SECRET, '[redacted]')

/** A parsed error body. */
export interface ErrorBody {
  code: string
  message: string
  param?: string | undefined
}

/** The most characters that an error keeps of a text from the server. */
export const LONGEST = 200

/**
 * Reads `{"error": "<message>"}` into a code: the message in snake_case. A message of the form
 * `invalid parameter: a.b` also names the parameter. Any other body counts as unexpected, and nothing of it
 * is kept.
 */
export function readErrorBody(json: unknown): ErrorBody {
  const said = memberOf(json, 'error')
  const isMessage = typeof said === 'string' && said !== '' && said.length <= LONGEST
  const message = isMessage ? redact(said) : 'unexpected response'
  const [kind = '', param] = message.split(': ', 2)
  return { code: kind.toLowerCase().replace(/[^a-z0-9]+/g, '_'), message, param }
}
