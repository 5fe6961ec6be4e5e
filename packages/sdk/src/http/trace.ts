import { redact as redactText } from '../errors/error-body.js'
import { SECRETS } from '../generated/secrets.gen.js'
import type { Settings } from '../options.js'
import { log } from '../util/logging.js'
import type { Answer } from './attempt-outcome.js'
import { parseJson } from './body.js'
import type { Call } from './call.js'

const REDACTED = '[redacted]'
const LOGGED_HEADERS =
  /^(?:accept|age|content-(?:length|type)|date|deprecation|idempoten\S+|last-event-id|retry-after|sunset|user-agent|x-request-id)$/
/** Keeps the start and the end of a key id, which together identify the key. */
const AUTHORIZATION = /^(Bearer mk_\w{5})\w*(\w{4}:\d+):.*$/

/** Logs a request with `logLevel: 'debug'`. A body that is not JSON is left out: it may hold a secret. */
export function traceRequest(
  settings: Settings,
  { operation, target, body }: Call,
  headers: Readonly<Record<string, string>>,
): void {
  trace(settings, `${operation.method} ${target}`, () => {
    const json = body && parseJson(new TextDecoder().decode(body))
    return { headers: redactHeaders(Object.entries(headers)), body: redactBody(json) }
  })
}

/** Logs an answer with `logLevel: 'debug'`, by the same rules. */
export function traceAnswer(settings: Settings, requestId: string, { status, headers, json }: Answer): void {
  trace(settings, 'answer', () => ({
    requestId,
    status,
    headers: redactHeaders(headers),
    body: redactBody(json),
  }))
}

/** Logs details that only `logLevel: 'debug'` reads. A custom `fetch` may answer what cannot be shown; the call goes on. */
function trace(settings: Settings, message: string, details: () => object): void {
  if (settings.logLevel !== 'debug') return
  try {
    log(settings, 'debug', message, details())
  } catch (error) {
    log(settings, 'error', `${message} could not be traced`, { error })
  }
}

/** Hides the values of all but well-known headers, and the secret part of the signature. */
function redactHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
  const redact = (name: string, value: string) => {
    if (name === 'authorization') return value.replace(AUTHORIZATION, `$1…$2:${REDACTED}`)
    return LOGGED_HEADERS.test(name) ? redactText(value) : REDACTED
  }
  return Object.fromEntries([...headers].map(([name, value]) => [name, redact(name, value)]))
}

/** Hides the fields that give access or allow a payment. */
function redactBody(json: unknown): unknown {
  const hide = (name: string, value: unknown) => {
    if (SECRETS.includes(name)) return REDACTED
    return typeof value === 'string' ? redactText(value) : value
  }
  return json === undefined ? undefined : JSON.parse(JSON.stringify(json, hide))
}
