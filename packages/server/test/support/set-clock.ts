import type { TimeSource } from '../../src/clock.js'

/** A machine's clock that can be set wrong; the time itself passes only when it is told to. */
export class SetClock implements TimeSource {
  /** How far the clock is ahead of the time, milliseconds. */
  wrongByMs = 0
  private passedMs = 0

  constructor(private readonly startedAt = Date.now()) {}

  pass(ms: number): void {
    this.passedMs += ms
  }

  /** What the time is, whatever the clock shows. */
  now(): number {
    return this.startedAt + this.passedMs
  }

  wall(): number {
    return this.now() + this.wrongByMs
  }

  monotonic(): number {
    return this.passedMs
  }
}
