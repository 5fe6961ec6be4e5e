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
  /** How many slots are kept for it. */
  readonly slots: number
  /** So many of them fall to this target when the tick may take few. */
  readonly share: number
}

/** A claimed delivery, and what it was claimed for. */
export interface Claimed extends Pick<Chosen, 'target' | 'place'> {
  readonly due: DueDelivery
}

interface Candidate extends Omit<Chosen, 'share' | 'slots'> {
  slots: number
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

/** What was found at a target and may be claimed. */
interface Found extends Pick<Chosen, 'target' | 'place'> {
  readonly due: readonly DueDelivery[]
  /** Whether it may have more leased than that. */
  readonly hasRoom: boolean
}

/** Finds targets that may be sent something now, and claims what is due there. */
export class WebhookClaims {
  private next = 0

  constructor(private readonly options: ClaimOptions) {}

  /** Due targets with room, those first that have waited longest. */
  async choose(tx: Tx, { left, most, countStanding }: Choice): Promise<Chosen[]> {
    const dueAt = this.options.context.clock.now()
    const taken = left.copy()
    const chosen = new Map<string, Candidate>()
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
        chosen.set(target.target, { ...one, slots: 1 })
      }
      after = page.length === PAGE ? page.at(-1) : undefined
    } while (after && !isFull())
    this.handOut([...chosen.values()], taken)
    const share = Math.floor(most / chosen.size)
    return [...chosen.values()].map((one) => ({ ...one, share }))
  }

  /** Whether the target may be sent more now, as far as this process knows. */
  canTakeMore(target: DueTarget, slots: Slots): boolean {
    const { place, admission } = this.admit(target, this.options.context.clock.now(), slots)
    return !this.options.breakers.isOpen(breakerName(target)) && admission.slots > 0 && !slots.isFull(place)
  }

  /**
   * Claims what is due at targets that are locked.
   *
   * @returns one of each target in turn, beginning where the wait was longest, and how many targets were marked as due and had nothing
   */
  async claim(
    tx: Tx,
    standing: StandingLeases,
    chosen: readonly Chosen[],
  ): Promise<{ claimed: Claimed[]; emptied: number }> {
    const { owner, leaseMs } = this.options
    const found: Found[] = []
    for (const one of chosen) found.push(await this.find(tx, standing, one))
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

  /** Keeps one more slot for each in turn while there are some, and goes on behind the last the next time. */
  private handOut(chosen: readonly Candidate[], taken: Slots): void {
    const { next } = this
    const inTurn = [...chosen.slice(next), ...chosen.slice(0, next)]
    for (let turn = 1; turn < SLOTS_PER_TARGET; turn += 1) {
      for (const one of inTurn) {
        if (one.slots === one.admission.slots || taken.room(one.place) <= 0) continue
        taken.take(one.place)
        one.slots += 1
        this.next = chosen.indexOf(one) + 1
      }
    }
  }

  /** Looks for so many as the target may have leased now. */
  private async find(
    tx: Tx,
    standing: StandingLeases,
    { target, place, admission: { dueAt }, slots, share }: Chosen,
  ): Promise<Found> {
    const query = { target: target.target, dueAt, standing, limit: Math.min(slots, share) }
    const { due, leases = 0 } = await tx.webhookDeliveries.findDue(query)
    const free = Math.max(0, Math.min(slots, SLOTS_PER_TARGET - leases))
    const ours = due.slice(0, free)
    return { target, place, due: ours, hasRoom: ours.length < free }
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
    taken: Slots,
    isBacklog = true,
  ): Pick<Chosen, 'target' | 'place' | 'admission'> {
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
