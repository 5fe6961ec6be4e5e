import type { Settings } from '../options.js'
import { emit } from '../util/logging.js'
import type { Answer } from './attempt-outcome.js'
import { readDate } from './retry-after.js'

/** A smaller difference cannot be why a signature was refused for its time. */
const SMALLEST_STEP_MS = 30_000
/** A server that is further away is not believed. */
const LARGEST_OFFSET_MS = 24 * 3_600_000
/** The slower an exchange, the less its date tells. */
const LONGEST_EXCHANGE_MS = 60_000

/** What all clients of an origin know of its server. Only the timestamps of signatures are corrected by its clock. */
export interface ServerClock {
  /** How far its wall clock is ahead of ours: milliseconds, negative when the server is behind. */
  offsetMs: number
  /** Whether it was seen to send comments in event streams. */
  hasComments?: boolean
  readonly isIdle: boolean
}

/**
 * Compares the clocks: `Date` has whole seconds, so its middle stands for it, and it was written somewhere
 * between sending and the head of the response.
 *
 * @returns milliseconds the server is ahead; undefined when the answer does not tell
 */
export function sampleOffset({ headers, sentAt, headAt }: Answer): number | undefined {
  const date = readDate(headers.get('date'))
  const isFresh = Number(headers.get('age') ?? 0) === 0 && headAt - sentAt <= LONGEST_EXCHANGE_MS
  return date !== undefined && isFresh ? date + 500 - (sentAt + headAt) / 2 : undefined
}

/** The offset to sign with after a refused timestamp; undefined when another one would not help. */
export function correctOffset(answer: Answer): number | undefined {
  const sample = sampleOffset(answer)
  if (sample === undefined || Math.abs(sample) > LARGEST_OFFSET_MS) return undefined
  return Math.abs(sample - answer.offsetMs) >= SMALLEST_STEP_MS ? sample : undefined
}

/** Signs with the server's time from now on. */
export function correctClock(
  settings: Settings,
  call: { readonly operationId: string },
  requestId: string,
  offsetMs: number,
): void {
  settings.serverClock.offsetMs = offsetMs
  emit(settings, call, requestId, 'warn', { type: 'clock', offsetMs })
}
