import type { ClientEvent } from '../http/events.js'

/** The destination of log lines, such as `console`. */
export interface Logger {
  debug(message: string, details: object): void
  info(message: string, details: object): void
  warn(message: string, details: object): void
  error(message: string, details: object): void
}

/** The lowest level that is logged; `off` logs nothing. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'off'

/** All levels, from the most detailed to the quietest. */
export const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'off']

type Level = Exclude<LogLevel, 'off'>

/** The settings of a client for log lines and events. */
export interface LogSettings {
  readonly logger: Logger
  readonly logLevel: LogLevel
  readonly onEvent: ((event: ClientEvent) => void) | undefined
}

/** An event without the fields of its call. */
type EventFields<Event extends ClientEvent = ClientEvent> = Event extends unknown
  ? Omit<Event, 'operationId' | 'requestId'>
  : never

/** Logs an event, where it has a level, and passes it on. */
export function emit(
  settings: LogSettings,
  { operationId }: { readonly operationId: string },
  requestId: string,
  level: Level | undefined,
  fields: EventFields,
): void {
  const { onEvent } = settings
  const event = { ...fields, operationId, requestId }
  if (level) log(settings, level, fields.type, event)
  if (onEvent) void guard(settings, 'onEvent', () => onEvent(event))
}

/** Runs code of the caller that must not end a call: an error of it, thrown or rejected, is logged only. */
function guard(settings: LogSettings, name: string, run: () => unknown): Promise<unknown> {
  const done = (async () => run())()
  return done.catch((error: unknown) => log(settings, 'error', `${name} threw`, { error }))
}

/** Writes a line if its level is logged. An error of the logger is ignored. */
export function log({ logger, logLevel }: LogSettings, level: Level, message: string, details: object): void {
  if (LEVELS.indexOf(level) < LEVELS.indexOf(logLevel)) return
  try {
    logger[level](`merchantpay: ${message}`, details)
  } catch {
    // No other place is left to report it.
  }
}
