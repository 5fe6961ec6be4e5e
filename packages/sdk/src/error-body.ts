import { memberOf } from './member.js'

/** What an error body says. */
export interface ErrorBody {
  code: string
  message: string
  param?: string | undefined
}

const LONGEST = 200

/**
 * Reads `{"error": "<message>"}` into a code: the message in snake_case. A message of the form
 * `invalid parameter: a.b` names the parameter apart. Any other body counts as unexpected, and nothing of
 * it is kept.
 */
export function readErrorBody(json: unknown): ErrorBody {
  const said = memberOf(json, 'error')
  const isMessage = typeof said === 'string' && said !== '' && said.length <= LONGEST
  const message = isMessage ? said : 'unexpected response'
  const [kind = '', param] = message.split(': ', 2)
  return { code: kind.toLowerCase().replace(/[^a-z0-9]+/g, '_'), message, param }
}
