import type { TimeSource } from '../../../src/runtime/clock.js'

/** The machine began before the server. */
const UP_MS = 123_456_789

/** The clocks of a machine that can be set wrong and can sleep; the time itself passes only when it is told to. */
export class SetClock implements TimeSource {
  /** How far the clock is ahead of the time, milliseconds. */
  wrongByMs = 0
  private passedMs = 0
  private sleptMs = 0

  constructor(private readonly startedAt = Date.now()) {}

  pass(ms: number): void {
    this.passedMs += ms
  }

  /** The machine stands still while the time goes on. */
  sleep(ms: number): void {
    this.sleptMs += ms
  }

  /** What the time is, whatever the clock shows. */
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
