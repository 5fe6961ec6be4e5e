import type { ClientEvent } from './events.js'
import { SECRETS } from './generated/operations.gen.js'

/** Where log lines go; `console` is one. */
export interface Logger {
  debug(message: string, details: object): void
  info(message: string, details: object): void
  warn(message: string, details: object): void
  error(message: string, details: object): void
}

/** The least that is logged; `off` logs nothing. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'off'

/** Writes a line where its level asks for it; the details are made only then. */
export type Log = (level: Exclude<LogLevel, 'off'>, message: string, details: () => object) => void

/** Passes an event on and logs it. */
export type Emit = (event: ClientEvent) => void

export const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'off']

const REDACTED = '[redacted]'
const SHOWN =
  /^(?:accept|age|content-(?:length|type)|date|deprecation|idempoten\S+|last-event-id|retry-after|sunset|user-agent|x-request-id)$/
/** The end of a key id tells keys apart; its start alone does not. */
const AUTHORIZATION = /^(Bearer mk_\w{5})\w*(\w{4}:\d+):.*$/

/** Makes what writes log lines. A logger that throws breaks no call. */
export function createLog(logger: Logger, least: LogLevel): Log {
  return (level, message, details) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return
    try {
      logger[level](`merchantpay: ${message}`, details())
    } catch {
      // There is nowhere left to report it.
    }
  }
}

/** Makes what tells of events. What the listener throws is logged and goes no further. */
export function createEmit(log: Log, onEvent: ((event: ClientEvent) => void) | undefined): Emit {
  const deprecated = new Set<string>()
  return (event) => {
    const { type, operationId } = event
    const isNews = type !== 'deprecation' || !deprecated.has(operationId)
    if (type === 'deprecation') deprecated.add(operationId)
    if (isNews) log(levelOf(type), type, () => event)
    try {
      onEvent?.(event)
    } catch (error) {
      log('error', 'onEvent threw', () => ({ error }))
    }
  }
}

function levelOf(type: ClientEvent['type']): 'debug' | 'info' | 'warn' {
  if (type === 'attempt') return 'debug'
  return type === 'clock' || type === 'deprecation' ? 'warn' : 'info'
}

/** Headers fit for a log: the values of all but well-known ones are hidden, of the signature its secret part. */
export function redactHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
  const redact = (name: string, value: string) => {
    if (name === 'authorization') return value.replace(AUTHORIZATION, `$1…$2:${REDACTED}`)
    return SHOWN.test(name) ? value : REDACTED
  }
  return Object.fromEntries([...headers].map(([name, value]) => [name, redact(name, value)]))
}

/** A parsed body fit for a log: without what gives access or lets somebody pay. */
export function redactBody(json: unknown): unknown {
  const hide = (name: string, value: unknown) => (SECRETS.includes(name) ? REDACTED : value)
  return json === undefined ? undefined : JSON.parse(JSON.stringify(json, hide))
}
