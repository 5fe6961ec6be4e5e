import type { TimeSource } from '../../../src/runtime/clock.js'

/** The machine started before the server. */
const UP_MS = 123_456_789

/** The clocks of a machine that can be set and can sleep. Time passes only when a test advances it. */
export class SetClock implements TimeSource {
  /** How far the clock is ahead of true time, in milliseconds. */
  wrongByMs = 0
  private passedMs = 0
  private sleptMs = 0

  constructor(private readonly startedAt = Date.now()) {}

  pass(ms: number): void {
    this.passedMs += ms
  }

  /** Advances true time while the machine sleeps. */
  sleep(ms: number): void {
    this.sleptMs += ms
  }

  /** True time, whatever the clock shows. */
  now(): number {
    return this.startedAt + this.passedMs + this.sleptMs
  }

  wall(): number {
    return this.now() + this.wrongByMs
  }

  monotonic(): number {
    return this.passedMs
  }

  uptime(): number {
    return UP_MS + this.passedMs + this.sleptMs
  }
}
