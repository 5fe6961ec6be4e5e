import type { Context } from '../../domain/context.js'
import { parseUrlCached } from '../../domain/shared/url-cache.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { DueTarget, LeaseWindow } from '../../domain/store/webhook-tables.js'
import type { DueDelivery } from '../../domain/webhooks/webhook.js'
import { type Admission, BACKLOG_TO_HOLD, SLOTS_PER_TARGET } from '../../domain/webhooks/webhook-breaker.js'
import { type ConcurrencyLimits, type Place, placeOf } from './concurrency-limits.js'
import type { Breakers } from './webhook-breakers.js'

/** Targets that one tick leases from. */
const TARGETS_AT_ONCE = 32
const PAGE = 64

/** A target and how much of it may be leased now. */
export interface Chosen {
  readonly target: DueTarget
  readonly place: Place
  readonly admission: Admission
  /** So many of them fall to this target when the tick may take few. */
  readonly share: number
}

/** A claimed delivery, and what it was claimed for. */
export interface Claimed extends Pick<Chosen, 'target' | 'place'> {
  readonly due: DueDelivery
}

/** What targets are chosen by. */
export interface Choice {
  /** The slots that will be free. */
  readonly left: ConcurrencyLimits
  /** How many deliveries to take, the same number from each. */
  readonly most: number
  /** How many leases of a target will stand: other processes have some, and an attempt that does not count leaves one. */
  readonly countStanding: (target: DueTarget) => Promise<number>
}

export interface ClaimOptions {
  readonly context: Context
  readonly breakers: Breakers
  readonly owner: string
  /** How long a claim holds: longer than any attempt takes. */
  readonly leaseMs: number
}

/** What was found at a target. */
interface Found extends Pick<Chosen, 'target' | 'place'> {
  readonly due: readonly DueDelivery[]
  /** How many more leases it may have. */
  readonly free: number
  /** So many of them are to be claimed, the first ones. */
  picked: number
}

/** Finds targets that may be sent something now, and claims what is due there. */
export class WebhookClaims {
  /** When targets that were due last had more than one slot in a tick, by the ones given out so far. */
  private extraAt = new Map<string, number>()
  private extras = 0

  constructor(private readonly options: ClaimOptions) {}

  /** Due targets with room, those first that have waited longest. */
  async choose(tx: Tx, { left, most, countStanding }: Choice): Promise<Chosen[]> {
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
        // Another process may have put it last since the page before.
        if (chosen.has(target.target)) continue
        const one = this.admit(target, dueAt, taken, await this.isBacklog(tx, target))
        const isAdmitted = one.admission.slots > 0 && target.nextDueAt <= one.admission.dueAt
        if (!isAdmitted || taken.room(one.place) <= 0) continue
        // Where turns are few, none is lost on a target that may be claimed nothing of.
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
   * Claims what is due at targets that are locked.
   *
   * @param left the slots that will be free
   * @returns one of each target in turn, beginning where the wait was longest, how many targets were marked as due and had
   *   nothing, and whether each with room took as much as it may, so more may be due
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
      // Also where the share left some: a target whose last delivery this was would take the turn of another.
      if (count === due.length && count < free)
        await tx.webhookTargets.markAfterClaim(target.target, standing)
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

  /** One of each, then one more of each while there are slots: those first that had more than one longest ago. */
  private pick(found: readonly Found[], left: ConcurrencyLimits): Claimed[] {
    const taken = left.copy()
    const picked: Claimed[] = []
    const lastAt = ({ target }: Found) => this.extraAt.get(target.target) ?? 0
    this.extraAt = new Map(found.map((one) => [one.target.target, lastAt(one)]))
    const inTurn = [...found].sort((one, other) => lastAt(one) - lastAt(other))
    for (let turn = 0; turn < SLOTS_PER_TARGET; turn += 1) {
      for (const one of turn === 0 ? found : inTurn) {
        const { target, place } = one
        const due = one.due[turn]
        if (!due || taken.room(place) <= 0) continue
        taken.take(place)
        picked.push({ due, target, place })
        one.picked += 1
        if (turn === 0) continue
        this.extras += 1
        this.extraAt.set(target.target, this.extras)
      }
    }
    return picked
  }

  /** Only asked where something may be held back. */
  private async isBacklog(tx: Tx, target: DueTarget): Promise<boolean> {
    if (!this.options.breakers.isOpen(breakerName(target))) return true
    const waiting = await tx.webhookDeliveries.countWaiting(target.target, BACKLOG_TO_HOLD)
    return waiting >= BACKLOG_TO_HOLD
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

/** A breaker is about a place: where the URL changes, it begins anew. */
export const breakerName = ({ target, url }: DueTarget): string => `${target} ${url}`
