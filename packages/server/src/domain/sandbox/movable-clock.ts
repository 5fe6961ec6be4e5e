import type { Clock, Instant } from '../shared/types.js'
import { businessTime, type ClockState, RUNNING_CLOCK } from './business-clock.js'

/** A clock whose business time can be moved. The times of signatures and limits stay those of the machine. */
export class MovableClock implements Clock {
  private state: ClockState = RUNNING_CLOCK

  constructor(private readonly machine: Clock) {}

  now(): Instant {
    return businessTime(this.state, this.machine.now())
  }
  real(): Instant {
    return this.machine.real()
  }
  wall(): Instant {
    return this.machine.wall()
  }
  /** Business time without any move. */
  unmoved(): Instant {
    return this.machine.now()
  }
  become(state: ClockState): void {
    this.state = state
  }
}
