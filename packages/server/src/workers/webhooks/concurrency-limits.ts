import { SLOTS_PER_TARGET } from '../../domain/webhooks/webhook-breaker.js'

const SLOTS = 256
const SLOTS_PER_MERCHANT = 64
const SLOTS_PER_ORIGIN = 4

/** The slots that an attempt takes. */
export interface Place {
  readonly target: string
  /** Names of the limits that apply, in the order of {@link LIMITS}. */
  readonly names: readonly string[]
}

/** @param origin endpoints of one merchant on the same host share its slots */
export const placeOf = (target: string, merchantId: string, origin: string): Place => ({
  target,
  names: [ALL, `${MERCHANT}${merchantId}`, `origin ${merchantId} ${origin}`, targetName(target)],
})

/**
 * Counts the attempts of a process in flight, with limits per merchant, host and target so that none starves the
 * others.
 */
export class ConcurrencyLimits {
  private constructor(private readonly taken: Map<string, number>) {}

  static none(): ConcurrencyLimits {
    return new ConcurrencyLimits(new Map())
  }

  copy(): ConcurrencyLimits {
    return new ConcurrencyLimits(new Map(this.taken))
  }

  take(place: Place): void {
    for (const name of place.names) this.taken.set(name, this.count(name) + 1)
  }

  free(place: Place): void {
    for (const name of place.names) {
      const left = this.count(name) - 1
      if (left === 0) this.taken.delete(name)
      else this.taken.set(name, left)
    }
  }

  inFlight(target: string): number {
    return this.count(targetName(target))
  }

  /** How many more attempts may start there. */
  available(place: Place): number {
    return Math.min(...place.names.map((name, at) => (LIMITS[at] ?? 0) - this.count(name)))
  }

  /** Whether the target, its merchant or its host has reached its limit, whatever the others have. */
  isFull(place: Place): boolean {
    return place.names.some((name, at) => name !== ALL && this.count(name) >= (LIMITS[at] ?? 0))
  }

  /** Whether the process has reached its limit. */
  areAllTaken(): boolean {
    return this.count(ALL) >= SLOTS
  }

  /** Merchants that have reached their limit: at most four. */
  fullMerchants(): string[] {
    const full = [...this.taken].filter(
      ([name, count]) => name.startsWith(MERCHANT) && count >= SLOTS_PER_MERCHANT,
    )
    return full.map(([name]) => name.slice(MERCHANT.length))
  }

  private count(name: string): number {
    return this.taken.get(name) ?? 0
  }
}

const ALL = 'all'
const MERCHANT = 'merchant '
const LIMITS = [SLOTS, SLOTS_PER_MERCHANT, SLOTS_PER_ORIGIN, SLOTS_PER_TARGET]

const targetName = (target: string): string => `target ${target}`
