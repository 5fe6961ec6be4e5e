import { SLOTS_PER_TARGET } from '../../domain/webhooks/webhook-breaker.js'

const SLOTS = 256
const SLOTS_PER_MERCHANT = 64
const SLOTS_PER_ORIGIN = 4

/** Whose slots an attempt takes. */
export interface Place {
  readonly target: string
  /** What has a limit, in the order of {@link LIMITS}. */
  readonly names: readonly string[]
}

/** @param origin two endpoints of a merchant on one host share its slots */
export const placeOf = (target: string, merchantId: string, origin: string): Place => ({
  target,
  names: [ALL, `${MERCHANT}${merchantId}`, `origin ${merchantId} ${origin}`, targetName(target)],
})

/** The attempts of a process that are under way: nobody gets so many that others wait. */
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
  room(place: Place): number {
    return Math.min(...place.names.map((name, at) => (LIMITS[at] ?? 0) - this.count(name)))
  }

  /** Whether the target, its merchant or its host has as many as it may have, however many the others have. */
  isFull(place: Place): boolean {
    return place.names.some((name, at) => name !== ALL && this.count(name) >= (LIMITS[at] ?? 0))
  }

  /** Whether nobody may have another one. */
  areAllTaken(): boolean {
    return this.count(ALL) >= SLOTS
  }

  /** Merchants that have as many as one may have: four at most. */
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
