import {
  type Admission,
  admit,
  afterAttempt,
  type Breaker,
  CLOSED_BREAKER,
  isOpen,
  SLOTS_PER_TARGET,
} from '../../domain/webhooks/webhook-breaker.js'

/** Far more targets than fail at the same time; a forgotten breaker starts closed. */
const MAX_KNOWN = 10_000

/** The circuit breakers of a process, kept only for targets with failures. */
export class Breakers {
  private readonly known = new Map<string, Breaker>()

  admit(name: string, now: number, inFlight: number, isBacklog?: boolean): Admission {
    return admit(this.of(name), now, inFlight, isBacklog)
  }

  note(name: string, attempt: Parameters<typeof afterAttempt>[1]): void {
    const breaker = afterAttempt(this.of(name), attempt)
    this.known.delete(name)
    if (breaker.failures === 0 && breaker.slots === SLOTS_PER_TARGET) return
    this.known.set(name, breaker)
    const [oldest] = this.known.keys()
    if (this.known.size > MAX_KNOWN && oldest !== undefined) this.known.delete(oldest)
  }

  isOpen(name: string): boolean {
    return isOpen(this.of(name))
  }

  countOpen(): number {
    return [...this.known.values()].filter(isOpen).length
  }

  private of(name: string): Breaker {
    return this.known.get(name) ?? CLOSED_BREAKER
  }
}
