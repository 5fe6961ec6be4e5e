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

/** A claimed delivery, and what it was claimed for. */
export interface Claimed extends Pick<Chosen, 'target' | 'place'> {
  readonly due: DueDelivery
}

/** What targets are chosen by. */
export interface Choice {
  /** The slots that will be free: one is kept there for each target. */
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

/** What was found at a target and may be claimed. */
interface Found extends Chosen {
  readonly due: readonly DueDelivery[]
  /** Whether it may have more leased than that. */
  readonly hasRoom: boolean
}

/** Finds targets that may be sent something now, and claims what is due there. */
export class WebhookClaims {
  constructor(private readonly options: ClaimOptions) {}

  /** Due targets with room, those first that have waited longest. */
  async choose(tx: Tx, { left, most, countStanding }: Choice): Promise<Chosen[]> {
    const dueAt = this.options.context.clock.now()
    const chosen: Omit<Chosen, 'share'>[] = []
    const targets = Math.min(TARGETS_AT_ONCE, most)
    const isFull = () => chosen.length === targets || left.areAllTaken()
    let after: DueTarget | undefined
    do {
      const page = await tx.webhookTargets.listDue({
        dueAt,
        after,
        exceptMerchants: left.fullMerchants(),
        limit: PAGE,
      })
      for (const target of page) {
        if (isFull()) break
        const one = this.admit(target, dueAt, left, await this.isBacklog(tx, target))
        const isAdmitted = one.admission.slots > 0 && target.nextDueAt <= one.admission.dueAt
        if (!isAdmitted || left.room(one.place) <= 0) continue
        // Where turns are few, none is lost on a target that may be claimed nothing of.
        if (targets < TARGETS_AT_ONCE && (await countStanding(target)) >= SLOTS_PER_TARGET) continue
        left.take(one.place)
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
   * Claims what is due at targets that are locked, those first that have waited longest.
   *
   * @returns one of each target in turn, and how many targets were marked as due and had nothing
   */
  async claim(
    tx: Tx,
    standing: StandingLeases,
    chosen: readonly Chosen[],
    left: Slots,
  ): Promise<{ claimed: Claimed[]; emptied: number }> {
    const { owner, leaseMs } = this.options
    const found: Found[] = []
    for (const one of chosen) found.push(await this.find(tx, standing, one, left))
    const inTurn = inTurns(found)
    const ids = inTurn.map(({ due }) => due.id)
    const claimed = await tx.webhookDeliveries.claim(ids, { owner, until: standing.now + leaseMs, standing })
    for (const { target, hasRoom } of found) {
      // Also where the share left some: a target whose last delivery this was would take the turn of another.
      if (hasRoom) await tx.webhookTargets.markAfterLook(target.target, standing)
    }
    return {
      claimed: inTurn.filter(({ due }) => claimed.has(due.id)),
      emptied: found.filter(({ due, hasRoom }) => hasRoom && due.length === 0).length,
    }
  }

  /** Looks for so many as the target may have leased now, and takes a slot for each. */
  private async find(tx: Tx, standing: StandingLeases, one: Chosen, left: Slots): Promise<Found> {
    const { target, place, admission, share } = one
    left.free(place)
    const room = Math.min(left.room(place), admission.slots)
    const query = { target: target.target, dueAt: admission.dueAt, standing, limit: Math.min(room, share) }
    const { due, leases = 0 } = await tx.webhookDeliveries.findDue(query)
    const free = Math.max(0, Math.min(room, SLOTS_PER_TARGET - leases))
    const ours = due.slice(0, free)
    for (const _ of ours) left.take(place)
    return { ...one, due: ours, hasRoom: ours.length < free }
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

/** The first of each, then the second of each: in the order of targets, the last would end too late for a tick every time. */
function inTurns(found: readonly Found[]): Claimed[] {
  const turns = Math.max(0, ...found.map(({ due }) => due.length))
  return Array.from({ length: turns }, (_, turn) =>
    found.flatMap(({ due: all, target, place }) =>
      all.slice(turn, turn + 1).map((due) => ({ due, target, place })),
    ),
  ).flat()
}

/** A breaker is about a place: where the URL changes, it begins anew. */
export const breakerName = ({ target, url }: DueTarget): string => `${target} ${url}`
