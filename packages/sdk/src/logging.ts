import type { ClientEvent } from './events.js'
import type { Trace } from './trace.js'

/** Where log lines go; `console` is one. */
export interface Logger {
  debug(message: string, details: object): void
  info(message: string, details: object): void
  warn(message: string, details: object): void
  error(message: string, details: object): void
}

/** The least that is logged; `off` logs nothing. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'off'

/** Writes a line where its level asks for it. A logger that throws breaks no call. */
export type Log = (level: Exclude<LogLevel, 'off'>, message: string, details: object) => void

/** What an event says besides the names of its call and request. */
type Said<Event extends ClientEvent = ClientEvent> = Event extends unknown
  ? Omit<Event, 'operationId' | 'requestId'>
  : never

/** What tells others about the work of a client. */
export interface Logging {
  /** Logs an event and passes it on. A deprecation is logged once for each operation: it would come with every answer. */
  readonly emit: (call: { readonly operationId: string }, requestId: string, said: Said) => void
  /** Runs code of the caller that must not end a call: what it throws, now or later, is logged and goes no further. */
  readonly guard: (what: string, run: () => unknown) => void
  /** Loaded where everything is to be shown. */
  readonly trace: Promise<Trace> | undefined
}

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

const deprecated = new Set<string>()

/** Makes what logs from a level on. */
export function createLogging(
  logger: Logger,
  least: LogLevel,
  onEvent: ((event: ClientEvent) => void) | undefined,
): Logging {
  const log: Log = (level, message, details) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return
    try {
      logger[level](`merchantpay: ${message}`, details)
    } catch {
      // There is nowhere left to report it.
    }
  }
  const guard: Logging['guard'] = async (what, run) => {
    try {
      await run()
    } catch (error) {
      log('error', `${what} threw`, { error })
    }
  }
  return {
    emit: ({ operationId }, requestId, said) => {
      const { type } = said
      const event = { ...said, operationId, requestId }
      if (type !== 'deprecation' || !deprecated.has(operationId)) log(EVENT_LEVELS[type], type, event)
      if (type === 'deprecation') deprecated.add(operationId)
      if (onEvent) guard('onEvent', () => onEvent(event))
    },
    guard,
    trace: least === 'debug' ? import('./trace.js').then(({ createTrace }) => createTrace(log)) : undefined,
  }
}
