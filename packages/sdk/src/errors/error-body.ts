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
  detail?: string | undefined
  readFrom?: string | undefined
}

/** The code of an answer that is not an error of the service. */
export const UNEXPECTED = 'unexpected_response'

/** The most characters that an error keeps of a text from the server. */
export const LONGEST = 200

/**
 * Reads `{"error": "<message>", "param": "<name>", "detail": "<rule>"}` into a code: the message in snake_case. A
 * message of the form `invalid parameter: a.b` names the parameter too. Any other body counts as unexpected, and
 * nothing of it is kept.
 */
export function readErrorBody(json: unknown): ErrorBody {
  const message = textOf(json, 'error')
  if (message === undefined) return { code: UNEXPECTED, message: 'unexpected response' }
  const [kind = '', named] = message.split(': ', 2)
  const code = kind.toLowerCase().replace(/[^a-z0-9]+/g, '_')
  const param = textOf(json, 'param') ?? named
  return { code, message, param, detail: textOf(json, 'detail'), readFrom: textOf(json, 'read_from') }
}

function textOf(json: unknown, name: string): string | undefined {
  const said = memberOf(json, name)
  const isText = typeof said === 'string' && said !== '' && said.length <= LONGEST
  return isText ? redact(said) : undefined
}
