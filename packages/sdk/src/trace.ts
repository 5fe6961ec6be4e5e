import { SECRETS } from './generated/secrets.gen.js'
import type { Log } from './logging.js'

/** Shows what leaves and what arrives, for `logLevel: 'debug'`. It is loaded only then. */
export interface Trace {
  sent(title: string, headers: Readonly<Record<string, string>>, json: unknown): void
  received(requestId: string, status: number, headers: Headers, json: unknown): void
}

const REDACTED = '[redacted]'
const SHOWN =
  /^(?:accept|age|content-(?:length|type)|date|deprecation|idempoten\S+|last-event-id|retry-after|sunset|user-agent|x-request-id)$/
/** The end of a key id tells keys apart; its start alone does not. */
const AUTHORIZATION = /^(Bearer mk_\w{5})\w*(\w{4}:\d+):.*$/

/** Makes a trace that writes to a log. A body that is no JSON is not shown: nobody knows what it holds. */
export function createTrace(log: Log): Trace {
  return {
    sent: (title, headers, json) => {
      log('debug', title, { headers: redactHeaders(Object.entries(headers)), body: redactBody(json) })
    },
    received: (requestId, status, headers, json) => {
      log('debug', 'answer', { requestId, status, headers: redactHeaders(headers), body: redactBody(json) })
    },
  }
}

/** Hides the values of all but well-known headers, and of the signature its secret part. */
function redactHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
  const redact = (name: string, value: string) => {
    if (name === 'authorization') return value.replace(AUTHORIZATION, `$1…$2:${REDACTED}`)
    return SHOWN.test(name) ? value : REDACTED
  }
  return Object.fromEntries([...headers].map(([name, value]) => [name, redact(name, value)]))
}

/** Leaves out what gives access or lets somebody pay. */
function redactBody(json: unknown): unknown {
  const hide = (name: string, value: unknown) => (SECRETS.includes(name) ? REDACTED : value)
  return json === undefined ? undefined : JSON.parse(JSON.stringify(json, hide))
}
