import type { Clock } from '../../../src/domain/shared/types.js'

/** Business time moves only when a test moves it. Real time runs, because clients sign with it. */
export class TestClock implements Clock {
  private at = Date.UTC(2026, 0, 1)
  private aheadMs = 0

  now(): number {
    return this.at
  }
  real(): number {
    return Date.now() + this.aheadMs
  }
  wall(): number {
    return this.real()
  }
  advance(ms: number): void {
    this.at += ms
  }
  advanceReal(ms: number): void {
    this.aheadMs += ms
  }
}
