import type { ClientEvent } from './events.js'

/** Where log lines go; `console` is one. */
export interface Logger {
  debug(message: string, details: object): void
  info(message: string, details: object): void
  warn(message: string, details: object): void
  error(message: string, details: object): void
}

/** The least that is logged; `off` logs nothing. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'off'

/** Writes a line where its level asks for it. */
export type Log = (level: Exclude<LogLevel, 'off'>, message: string, details: object) => void

/** What an event says besides the names of its call and request. */
type Said<Event extends ClientEvent = ClientEvent> = Event extends unknown
  ? Omit<Event, 'operationId' | 'requestId'>
  : never

/** Logs an event and passes it on. */
export type Emit = (call: { readonly operationId: string }, requestId: string, said: Said) => void

/** From the most talkative to the quietest. */
export const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'off']

const EVENT_LEVELS = {
  attempt: 'debug',
  retry: 'info',
  wait: 'info',
  reconnect: 'info',
  clock: 'warn',
  deprecation: 'warn',
} as const

/** Makes what writes log lines. A logger that throws breaks no call. */
export function createLog(logger: Logger, least: LogLevel): Log {
  return (level, message, details) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return
    try {
      logger[level](`merchantpay: ${message}`, details)
    } catch {
      // There is nowhere left to report it.
    }
  }
}

/** Runs code of the caller that must not end a call: what it throws, now or later, is logged and goes no further. */
export type Guard = (what: string, run: () => unknown) => void

export function createGuard(log: Log): Guard {
  return (what, run) => {
    const tell = (error: unknown) => log('error', `${what} threw`, { error })
    try {
      Promise.resolve(run()).catch(tell)
    } catch (error) {
      tell(error)
    }
  }
}

const deprecated = new Set<string>()

/** Makes what tells of events. A deprecation is logged once for each operation: it would come with every answer. */
export function createEmit(
  log: Log,
  guard: Guard,
  onEvent: ((event: ClientEvent) => void) | undefined,
): Emit {
  return ({ operationId }, requestId, said) => {
    const { type } = said
    const event = { ...said, operationId, requestId }
    const isKnown = type === 'deprecation' && deprecated.has(operationId)
    if (type === 'deprecation') deprecated.add(operationId)
    if (!isKnown) log(EVENT_LEVELS[type], type, event)
    if (onEvent) guard('onEvent', () => onEvent(event))
  }
}
