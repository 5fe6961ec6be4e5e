import type { Clock } from '../../src/domain/ports.js'

/** Business time stands still until a test moves it; real time is real, since clients sign with it. */
export class TestClock implements Clock {
  private at = Date.UTC(2026, 0, 1)

  now(): number {
    return this.at
  }
  real(): number {
    return Date.now()
  }
  advance(ms: number): void {
    this.at += ms
  }
}
