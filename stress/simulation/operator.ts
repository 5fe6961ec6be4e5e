import type { OperatorError } from '../../packages/server/src/domain/shared/operator-error.js'
import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import { Caller, type CallerWorld } from './caller.js'
import type { SimulatedNetwork } from './networks/network.js'
import { usdt } from './plans.js'
import type { AppSale } from './shop.js'

const MINUTE_MS = 60_000
/** Rows of a list that are decided about at once. */
const MANY = 50
const REASON = 'seen'
const PEOPLE = ['alice', 'bob'] as const

/** How an order or a withdrawal under review was decided. */
export type Verdict = 'for the merchant' | 'against the merchant'

/** The people who run the service, and the backend of their app. */
export class Operator {
  /** The last verdict about each order and each withdrawal. */
  readonly verdicts = new Map<string, Verdict>()
  /** Orders that were decided for the merchant at least once. */
  readonly cleared = new Set<string>()
  /** Orders whose payment in the app was settled. */
  readonly settled = new Set<string>()
  /** Withdrawals whose payment the operator gave up, if it was still in no block. */
  readonly replaced = new Set<string>()
  /** How withdrawals were settled whose payments moved less. */
  readonly settledAs = new Map<string, 'paid' | 'unpaid'>()
  /** The people who have approved each withdrawal. */
  readonly approvals = new Map<string, ReadonlySet<string>>()
  /** Possible duplicates that a step of the newest recovery has approved. The large ones wait for a second person. */
  readonly approvedInSteps = new Set<string>()
  /** The order that each transfer in suspense was attributed to, by its name; undefined for the operator. */
  readonly attributed = new Map<string, string | undefined>()
  /** Calls that should have been accepted. */
  readonly refusals: string[] = []
  /** The verdicts about each order and each withdrawal, oldest first. */
  private readonly decisions = new Map<
    string,
    readonly { readonly at: number; readonly verdict: Verdict }[]
  >()
  /** The end of each reported payment in the app, by its order: the target of the call. */
  private readonly endedInApp = new Map<string, string>()
  private readonly backend: Caller

  constructor(
    private readonly world: CallerWorld,
    token: string,
  ) {
    this.backend = new Caller(world)
    this.backend.access = token
  }

  /** Decides about everything that waits for a person. */
  async review(dice: Dice): Promise<void> {
    const [reviews, withdrawalReviews, { isShortage }] = await Promise.all([
      import('../../packages/server/src/domain/orders/order-reviews.js'),
      import('../../packages/server/src/domain/withdrawals/withdrawal-reviews.js'),
      import('../../packages/server/src/domain/withdrawals/withdrawal.js'),
    ])
    const service = await this.world.service()
    const waiting = await service.decide(async (tx) => ({
      orders: await tx.attention.listFrozen(MANY),
      withdrawals: await tx.withdrawals.search({
        ...{ environment: undefined, merchantId: undefined },
        ...{ status: 'REVIEW' as const, limit: MANY },
      }),
    }))
    for (const { id } of waiting?.orders ?? []) {
      const verdict = dice.chance(60) ? 'for the merchant' : 'against the merchant'
      const end = verdict === 'for the merchant' ? reviews.clearOrder : reviews.rejectOrder
      await this.judge(id, verdict, () =>
        service.decide((tx, context) => end(tx, context, id, { actor: PEOPLE[0], reason: REASON })),
      )
    }
    for (const { id, version, approvedAt, reviewReason } of waiting?.withdrawals ?? []) {
      // The steps of a recovery decide about possible duplicates, and a second person approves the large ones.
      const isStep = reviewReason === 'possible_duplicate' && !this.approvedInSteps.has(id)
      if (approvedAt !== null || isShortage(reviewReason) || isStep) continue
      const verdict = dice.chance(70) ? 'for the merchant' : 'against the merchant'
      const actor = dice.pick(PEOPLE)
      const mandate = { actor, reason: REASON }
      const decided = await this.judge(id, verdict, () =>
        service.decide((tx, context) =>
          verdict === 'for the merchant'
            ? withdrawalReviews.approveWithdrawal(tx, context, { id, version }, mandate)
            : withdrawalReviews.rejectWithdrawal(tx, context, id, mandate, version),
        ),
      )
      if (decided && verdict === 'for the merchant') this.noteApproval(id, actor)
    }
  }

  /** Asks for a proof of the networks against their chains. */
  async verify(networks: readonly Pick<SimulatedNetwork, 'name'>[]): Promise<void> {
    const { requestProofs } = await import('../../packages/server/src/domain/ledger/chain-proofs.js')
    const ids = networks.map(({ name: network }) => ({ environment: 'test', network }) as const)
    const service = await this.world.service()
    const mandate = { actor: PEOPLE[0], reason: REASON }
    try {
      await service.decide((tx, context) => requestProofs(tx, context, ids, mandate))
    } catch (error) {
      if ((error as OperatorError).name !== 'OperatorError') throw error
    }
  }

  /** Reports a payment in the app: at once, in two steps, or one that is given up. */
  async payInApp({ id, orderNumber, amount }: AppSale, dice: Dice): Promise<void> {
    const { time } = this.world
    const how = dice.pick(['at once', 'in two steps', 'voided', 'never'] as const)
    if (how === 'never') return
    await time.sleep(dice.below(10) * MINUTE_MS)
    const { status, json } = await this.backend.insist(dice, 'POST', '/operator/v1/app-payments', {
      ...{ order_number: orderNumber, payer_reference: 'payer', settle: how === 'at once' },
    })
    this.world.story.note(`the app pays ${usdt(amount)} for ${id} ${how}: ${status} ${json.error ?? json.id}`)
    if (status !== 201) return
    const end = `/operator/v1/app-payments/${json.id}/${how === 'voided' ? 'void' : 'settle'}`
    if (how !== 'at once') {
      await time.sleep(dice.below(60) * MINUTE_MS)
      const ended = await this.backend.insist(dice, 'POST', end)
      // A restore has undone the report.
      if (ended.status === 404) return
      // The backend has not stored the answer.
      if (dice.chance(50)) await this.repeat(end, dice)
    }
    this.endedInApp.set(id, end)
    if (how !== 'voided') this.settled.add(id)
  }

  /** Ends the payment of an order in the app again. A report that a restore has undone counts for nothing. */
  repeatInApp(id: string, dice: Dice): void {
    const end = this.endedInApp.get(id)
    if (end === undefined) return
    const repeat = async () => {
      const { status } = await this.backend.insist(dice, 'POST', end)
      if (status === 404) this.settled.delete(id)
    }
    void repeat()
  }

  private async repeat(end: string, dice: Dice): Promise<void> {
    const { status, json } = await this.backend.insist(dice, 'POST', end)
    if (status >= 400 && status !== 404) this.refusals.push(`repeated ${end}: ${status} ${json.error}`)
  }

  noteApproval(id: string, person: string): void {
    this.approvals.set(id, new Set([...(this.approvals.get(id) ?? []), person]))
  }

  /** Notes a decision that was taken at the terminal. */
  note(id: string, verdict: Verdict): void {
    this.verdicts.set(id, verdict)
    if (verdict === 'for the merchant') this.cleared.add(id)
    this.decisions.set(id, [...(this.decisions.get(id) ?? []), { at: this.world.time.now, verdict }])
    this.world.story.note(`the operator decides about ${id} ${verdict}`)
  }

  /** Forgets decisions about orders from a time on, which a restore has undone: those before count again. */
  forgetSince(since: number, ids: Iterable<string>): void {
    for (const id of ids) {
      const kept = (this.decisions.get(id) ?? []).filter(({ at }) => at < since)
      this.decisions.set(id, kept)
      const last = kept.at(-1)
      if (last) this.verdicts.set(id, last.verdict)
      else this.verdicts.delete(id)
    }
  }

  /** @returns whether it is decided */
  private async judge(id: string, verdict: Verdict, decide: () => Promise<unknown>): Promise<boolean> {
    try {
      if ((await decide()) === undefined) return false
      this.note(id, verdict)
      return true
    } catch (error) {
      // Something else happened to it meanwhile.
      if ((error as OperatorError).name !== 'OperatorError') throw error
      this.world.story.note(`the operator cannot decide about ${id}: ${(error as OperatorError).message}`)
      return false
    }
  }
}
