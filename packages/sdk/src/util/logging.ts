import type { ClientEvent } from '../http/events.js'
import { LEVELS, type Settings } from '../options.js'

/** Where log lines go; `console` is one. */
export interface Logger {
  debug(message: string, details: object): void
  info(message: string, details: object): void
  warn(message: string, details: object): void
  error(message: string, details: object): void
}

/** The least that is logged; `off` logs nothing. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'off'

type Level = Exclude<LogLevel, 'off'>

/** What an event says besides the names of its call and request. */
type Said<Event extends ClientEvent = ClientEvent> = Event extends unknown
  ? Omit<Event, 'operationId' | 'requestId'>
  : never

/** Logs an event, where it has a level, and passes it on. */
export function emit(
  settings: Settings,
  { operationId }: { readonly operationId: string },
  requestId: string,
  level: Level | undefined,
  said: Said,
): void {
  const { onEvent } = settings
  const event = { ...said, operationId, requestId }
  if (level) log(settings, level, said.type, event)
  if (onEvent) void guard(settings, 'onEvent', () => onEvent(event))
}

/** Runs code of the caller that must not end a call: what it throws, now or later, is logged and goes no further. */
function guard(settings: Settings, what: string, run: () => unknown): Promise<unknown> {
  const done = (async () => run())()
  return done.catch((error: unknown) => log(settings, 'error', `${what} threw`, { error }))
}

/** Writes a line where its level asks for it. A logger that throws breaks no call. */
export function log({ logger, logLevel }: Settings, level: Level, message: string, details: object): void {
  if (LEVELS.indexOf(level) < LEVELS.indexOf(logLevel)) return
  try {
    logger[level](`merchantpay: ${message}`, details)
  } catch {
    // There is nowhere left to report it.
  }
}
