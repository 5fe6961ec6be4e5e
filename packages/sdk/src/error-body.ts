/** What an error body says. */
export interface ErrorBody {
  code: string
  message: string
  param?: string | undefined
}

const UNEXPECTED: ErrorBody = { code: 'unexpected_response', message: 'unexpected response' }
const LONGEST = 200

/**
 * Reads `{"error": "<message>"}` into a code: the message in snake_case. A message of the form
 * `invalid parameter: a.b` names the parameter apart. Any other body counts as unexpected, and nothing of
 * it is kept.
 */
export function readErrorBody(json: unknown): ErrorBody {
  const message = typeof json === 'object' && json !== null && 'error' in json ? json.error : undefined
  if (typeof message !== 'string' || message === '' || message.length > LONGEST) return UNEXPECTED
  const [kind = '', param] = message.split(': ', 2)
  return { code: kind.toLowerCase().replace(/[^a-z0-9]+/g, '_'), message, param }
}
