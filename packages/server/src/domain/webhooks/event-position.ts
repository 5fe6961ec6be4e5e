import type { Instant } from '../shared/types.js'

/** An event of the list. */
export interface ListedEvent {
  readonly position: number
  readonly body: string
}

/** Positions of one millisecond. A position is a time, so that a list can begin at one, and tells no number of events. */
const PER_MS = 1_000

/** Returns the first position of the events that happened at a time or later. */
export const positionAt = (at: Instant): number => at * PER_MS

/** Returns the time of a position: that of its event, or a later one. */
export const timeOfPosition = (position: number): Instant => Math.floor(position / PER_MS)

/**
 * Returns positions for events in the order of their times. Each is above those before it, and not before the time of its
 * event; an event that was committed late comes after the last one.
 */
export function nextPositions(last: number, times: readonly Instant[]): number[] {
  let previous = last
  return times.map((at) => {
    previous = Math.max(previous + 1, positionAt(at))
    return previous
  })
}
