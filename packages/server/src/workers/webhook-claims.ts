import { parseKnown } from '../domain/known-urls.js'
import type { Context } from '../domain/ports.js'
import type { Tx } from '../domain/tables.js'
import { type Admission, BACKLOG_TO_HOLD, SLOTS_PER_TARGET } from '../domain/webhook-breaker.js'
import type { DueTarget, StandingLeases } from '../domain/webhook-tables.js'
import type { DueDelivery } from '../domain/webhooks.js'
import type { Breakers } from './webhook-breakers.js'
import { type Place, placeOf, type Slots } from './webhook-slots.js'

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

/** What targets are chosen by. */
export interface Choice {
  /** The slots that will be free. */
  readonly left: Slots
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

/** Finds targets that may be sent something now, and claims what is due there. */
export class WebhookClaims {
  constructor(private readonly options: ClaimOptions) {}

  /** Due targets with room, those first that have waited longest. */
  async choose(tx: Tx, { left, most, countStanding }: Choice): Promise<Chosen[]> {
    const dueAt = this.options.context.clock.now()
    const taken = left.copy()
    const chosen: Omit<Chosen, 'share'>[] = []
    const targets = Math.min(TARGETS_AT_ONCE, most)
    const isFull = () => chosen.length === targets || taken.areAllTaken()
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
        const one = this.admit(target, dueAt, taken, await this.isBacklog(tx, target))
        const isAdmitted = one.admission.slots > 0 && target.nextDueAt <= one.admission.dueAt
        if (!isAdmitted || taken.room(one.place) <= 0) continue
        // Where turns are few, none is lost on a target that may be claimed nothing of.
        if (targets < TARGETS_AT_ONCE && (await countStanding(target)) >= SLOTS_PER_TARGET) continue
        taken.take(one.place)
        chosen.push(one)
      }
      after = page.length === PAGE ? page.at(-1) : undefined
    } while (after && !isFull())
    const share = Math.floor(most / chosen.length)
    return chosen.map((one) => ({ ...one, share }))
  }

  /** Whether the target may be sent more now, as far as this process knows. */
  canTakeMore(target: DueTarget, slots: Slots): boolean {
    const { place, admission } = this.admit(target, this.options.context.clock.now(), slots)
    return !this.options.breakers.isOpen(breakerName(target)) && admission.slots > 0 && !slots.isFull(place)
  }

  /**
   * Claims so many deliveries of a target that is locked.
   *
   * @returns undefined where none may be claimed: as many leases stand as a target may have
   */
  async claim(
    tx: Tx,
    standing: StandingLeases,
    { target: { target }, admission: { slots: admitted, dueAt }, share }: Chosen,
    room: number,
  ): Promise<DueDelivery[] | undefined> {
    const { owner, leaseMs } = this.options
    const { now, until: lapsedAfter } = standing
    const leases = await tx.webhookDeliveries.countLeases(target, standing)
    const free = Math.min(room, admitted, SLOTS_PER_TARGET - leases)
    if (free <= 0) return undefined
    const limit = Math.min(free, share)
    const lease = { owner, target, dueAt, now, until: now + leaseMs, lapsedAfter, limit }
    const claimed = await tx.webhookDeliveries.claim(lease)
    // Also where the share left some: a target whose last delivery this was would take the turn of another.
    if (claimed.length < free) await tx.webhookTargets.markAfterLook(target, standing)
    return claimed
  }

  /** Only asked where something may be held back. */
  private async isBacklog(tx: Tx, target: DueTarget): Promise<boolean> {
    if (!this.options.breakers.isOpen(breakerName(target))) return true
    const waiting = await tx.webhookDeliveries.countWaiting(target.target, BACKLOG_TO_HOLD)
    return waiting >= BACKLOG_TO_HOLD
  }

  private admit(target: DueTarget, now: number, taken: Slots, isBacklog = true): Omit<Chosen, 'share'> {
    const { merchantId, url } = target
    const origin = parseKnown(url)?.origin ?? url
    const place = placeOf(target.target, merchantId, origin)
    const inFlight = taken.inFlight(target.target)
    const admission = this.options.breakers.admit(breakerName(target), now, inFlight, isBacklog)
    return { target, place, admission }
  }
}

/** A breaker is about a place: where the URL changes, it begins anew. */
export const breakerName = ({ target, url }: DueTarget): string => `${target} ${url}`
