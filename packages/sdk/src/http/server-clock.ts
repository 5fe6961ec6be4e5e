import { emit, type LogSettings } from '../util/logging.js'
import type { Answer } from './attempt-outcome.js'
import { readDate } from './retry-after.js'

/** A smaller difference cannot cause the refusal of a timestamp. */
const SMALLEST_STEP_MS = 30_000
/** A larger difference is taken for a mistake of the server. */
const LARGEST_OFFSET_MS = 24 * 3_600_000
/** The date of a slower answer is too inexact. */
const LONGEST_ROUND_TRIP_MS = 60_000

/**
 * Facts about a server that all clients of its origin share. Its clock corrects only the timestamps of signatures.
 */
export interface ServerClock {
  /** How far its wall clock is ahead of the local one, milliseconds; negative when it is behind. */
  offsetMs: number
  /** Whether it sends comments in event streams, once one was seen. */
  hasComments?: boolean
  readonly isIdle: boolean
}

/**
 * Compares the clocks. `Date` has whole seconds, so half a second is added. The server wrote it between the sending and
 * the head of the response, so the midpoint of both is taken.
 *
 * @returns how far the server is ahead, milliseconds; undefined when the answer has no usable date
 */
export function sampleOffset({ headers, sentAt, headAt }: Answer): number | undefined {
  const date = readDate(headers.get('date'))
  const isFresh = Number(headers.get('age') ?? 0) === 0 && headAt - sentAt <= LONGEST_ROUND_TRIP_MS
  return date !== undefined && isFresh ? date + 500 - (sentAt + headAt) / 2 : undefined
}

/** The offset to sign with after a refused timestamp, milliseconds; undefined when a correction would not help. */
export function correctOffset(answer: Answer): number | undefined {
  const sample = sampleOffset(answer)
  if (sample === undefined || Math.abs(sample) > LARGEST_OFFSET_MS) return undefined
  return Math.abs(sample - answer.offsetMs) >= SMALLEST_STEP_MS ? sample : undefined
}

/** Corrects the timestamps of all later signatures, and reports it. */
export function correctClock(
  settings: LogSettings & { readonly serverClock: ServerClock },
  call: { readonly operationId: string },
  requestId: string,
  offsetMs: number,
): void {
  settings.serverClock.offsetMs = offsetMs
  emit(settings, call, requestId, 'warn', { type: 'clock', offsetMs })
}
