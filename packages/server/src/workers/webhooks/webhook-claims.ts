import type { Context } from '../../domain/context.js'
import { parseUrlCached } from '../../domain/shared/url-cache.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { DueTarget, LeaseWindow } from '../../domain/store/webhook-tables.js'
import type { DueDelivery } from '../../domain/webhooks/webhook.js'
import { type Admission, BACKLOG_TO_DELAY, SLOTS_PER_TARGET } from '../../domain/webhooks/webhook-breaker.js'
import { type ConcurrencyLimits, type Place, placeOf } from './concurrency-limits.js'
import type { Breakers } from './webhook-breakers.js'

/** Targets leased per tick. */
const TARGETS_AT_ONCE = 32
const PAGE = 64

/** A target and how much of it may be leased now. */
export interface Chosen {
  readonly target: DueTarget
  readonly place: Place
  readonly admission: Admission
  /** Deliveries of this target that the tick may take when its total is limited. */
  readonly share: number
}

/** A claimed delivery with its target. */
export interface Claimed extends Pick<Chosen, 'target' | 'place'> {
  readonly due: DueDelivery
}

/** Criteria for choosing targets. */
export interface Choice {
  /** The slots that will be free. */
  readonly left: ConcurrencyLimits
  /** Number of deliveries to take, shared evenly among the targets. */
  readonly limit: number
  /**
   * Number of leases of a target that will remain: other processes hold some, and an attempt that does not count
   * leaves one.
   */
  readonly countStanding: (target: DueTarget) => Promise<number>
}

export interface ClaimOptions {
  readonly context: Context
  readonly breakers: Breakers
  readonly owner: string
  /** How long a claim lasts: longer than any attempt. */
  readonly leaseMs: number
}

/** The due deliveries of a target. */
interface Found extends Pick<Chosen, 'target' | 'place'> {
  readonly due: readonly DueDelivery[]
  /** How many more leases it may have. */
  readonly free: number
  /** How many of `due` are claimed, from the first. */
  picked: number
}

/** Finds targets that may be sent to now, and claims their due deliveries. */
export class WebhookClaims {
  /** Last extra slot of each target with due deliveries, by the number of extra slots given out so far. */
  private extraAt = new Map<string, number>()
  private extras = 0

  constructor(private readonly options: ClaimOptions) {}

  /** Chooses due targets with free slots, longest waiting first. */
  async choose(tx: Tx, { left, limit: most, countStanding }: Choice): Promise<Chosen[]> {
    const dueAt = this.options.context.clock.now()
    const taken = left.copy()
    const chosen = new Map<string, Omit<Chosen, 'share'>>()
    const targets = Math.min(TARGETS_AT_ONCE, most)
    const isFull = () => chosen.size === targets || taken.areAllTaken()
    let after: DueTarget | undefined
    do {
      const page = await tx.webhookTargets.listDue({
        dueAt,
        after,
        exceptMerchants: taken.fullMerchants(),
        limit: PAGE,
      })
      for (const target of page) {
        if (isFull()) break
        // Another process may have moved the target to the end since the previous page.
        if (chosen.has(target.target)) continue
        const one = this.admit(target, dueAt, taken, await this.isBacklog(tx, target))
        const isAdmitted = one.admission.slots > 0 && target.nextDueAt <= one.admission.dueAt
        if (!isAdmitted || taken.available(one.place) <= 0) continue
        // With few targets per tick, none is spent on a target without free leases.
        if (targets < TARGETS_AT_ONCE && (await countStanding(target)) >= SLOTS_PER_TARGET) continue
        taken.take(one.place)
        chosen.set(target.target, one)
      }
      after = page.length === PAGE ? page.at(-1) : undefined
    } while (after && !isFull())
    const share = Math.floor(most / chosen.size)
    return [...chosen.values()].map((one) => ({ ...one, share }))
  }

  /** Whether the target may be sent more now, as far as this process knows. */
  canTakeMore(target: DueTarget, slots: ConcurrencyLimits): boolean {
    const { place, admission } = this.admit(target, this.options.context.clock.now(), slots)
    return !this.options.breakers.isOpen(breakerName(target)) && admission.slots > 0 && !slots.isFull(place)
  }

  /**
   * Claims the due deliveries of targets that are locked.
   *
   * @param left the slots that will be free
   * @returns the claimed deliveries, one per target in rotation from the longest wait; how many targets
   *   seemed due and had none; and whether every target with free slots used all of them, so that more may be due
   */
  async claim(
    tx: Tx,
    standing: LeaseWindow,
    chosen: readonly Chosen[],
    left: ConcurrencyLimits,
  ): Promise<{ claimed: Claimed[]; emptied: number; isBacklog: boolean }> {
    const { owner, leaseMs } = this.options
    const found: Found[] = []
    for (const one of chosen) found.push(await this.find(tx, standing, one))
    const picked = this.pick(found, left)
    const ids = picked.map(({ due }) => due.id)
    const claimed = await tx.webhookDeliveries.claim(ids, { owner, until: standing.now + leaseMs, standing })
    for (const { target, due, free, picked: count } of found) {
      // A target whose deliveries are all claimed gets a later due time, so that the next tick has room for others.
      if (count === due.length && count < free) await tx.webhookTargets.setDueTime(target.target, standing)
    }
    const withRoom = found.filter(({ free }) => free > 0)
    const tookAll = withRoom.filter(({ due, free, picked: count }) => count === free || count < due.length)
    return {
      claimed: picked.filter(({ due }) => claimed.has(due.id)),
      emptied: withRoom.filter(({ due }) => due.length === 0).length,
      isBacklog: tookAll.length > 0 && tookAll.length === withRoom.length,
    }
  }

  private async find(
    tx: Tx,
    standing: LeaseWindow,
    { target, place, admission: { slots, dueAt }, share }: Chosen,
  ): Promise<Found> {
    const query = { target: target.target, dueAt, standing, limit: Math.min(slots, share) }
    const { due, leases = 0 } = await tx.webhookDeliveries.findDue(query)
    const free = Math.max(0, Math.min(slots, SLOTS_PER_TARGET - leases))
    return { target, place, due: due.slice(0, free), free, picked: 0 }
  }

  /**
   * Picks one delivery per target, then one more of each while slots are free, starting with the target whose last
   * extra slot is the oldest.
   */
  private pick(found: readonly Found[], left: ConcurrencyLimits): Claimed[] {
    const taken = left.copy()
    const picked: Claimed[] = []
    const lastAt = ({ target }: Found) => this.extraAt.get(target.target) ?? 0
    this.extraAt = new Map(found.map((one) => [one.target.target, lastAt(one)]))
    const rotation = [...found].sort((one, other) => lastAt(one) - lastAt(other))
    for (let round = 0; round < SLOTS_PER_TARGET; round += 1) {
      for (const one of round === 0 ? found : rotation) {
        const { target, place } = one
        const due = one.due[round]
        if (!due || taken.available(place) <= 0) continue
        taken.take(place)
        picked.push({ due, target, place })
        one.picked += 1
        if (round === 0) continue
        this.extras += 1
        this.extraAt.set(target.target, this.extras)
      }
    }
    return picked
  }

  /** Reads the backlog only for targets with an open breaker. */
  private async isBacklog(tx: Tx, target: DueTarget): Promise<boolean> {
    if (!this.options.breakers.isOpen(breakerName(target))) return true
    const waiting = await tx.webhookDeliveries.countWaiting(target.target, BACKLOG_TO_DELAY)
    return waiting >= BACKLOG_TO_DELAY
  }

  private admit(
    target: DueTarget,
    now: number,
    taken: ConcurrencyLimits,
    isBacklog = true,
  ): Omit<Chosen, 'share'> {
    const { merchantId, url } = target
    const origin = parseUrlCached(url)?.origin ?? url
    const place = placeOf(target.target, merchantId, origin)
    const inFlight = taken.inFlight(target.target)
    const admission = this.options.breakers.admit(breakerName(target), now, inFlight, isBacklog)
    return { target, place, admission }
  }
}

/** A breaker belongs to a URL: a new URL starts with a closed one. */
export const breakerName = ({ target, url }: DueTarget): string => `${target} ${url}`
