import type { Context } from '../context.js'
import { post } from '../ledger/ledger.js'
import type { LedgerTransaction } from '../ledger/ledger-entry.js'
import type { Scope } from '../shared/types.js'
import type { LinkTotals } from '../store/link-tables.js'
import { SerializationConflict } from '../store/store.js'
import type { Tx } from '../store/unit-of-work.js'
import type { OutgoingEvent } from '../webhooks/webhook.js'
import { fanOut } from '../webhooks/webhook-deliveries.js'
import { holdRefunds } from '../withdrawals/refund-holds.js'
import { type Order, type OrderStatus, paysLink } from './order.js'
import { orderEvent } from './order-event.js'
import type { OrderFact } from './order-fact.js'
import { type Decision, decide, noTransition } from './order-state.js'
import { PaidSums } from './paid-sums.js'

/** Statuses in which an order no longer needs its address. An order that is frozen before keeps it during the review. */
const RELEASES_ADDRESS: ReadonlySet<OrderStatus> = new Set(['PAID', 'EXPIRED', 'UNDERPAID', 'EXPIRED_PAID'])

/**
 * Applies facts to orders in one transaction. Orders and addresses are written with each fact; {@link post} writes the
 * ledger and then the events once, at the end, so that accounts and targets are always locked in the same order.
 */
export class OrderUnitOfWork {
  private readonly transactions: LedgerTransaction[] = []
  private readonly events: OutgoingEvent[] = []
  private readonly finished = new Map<string, { readonly scope: Scope; readonly count: number }>()
  private readonly links = new Map<string, LinkTotals>()
  private readonly paid = new PaidSums()

  constructor(
    private readonly tx: Tx,
    private readonly context: Context,
  ) {}

  /**
   * Applies a fact to an order.
   *
   * @returns undefined, with nothing written, if the transition table has no step for it
   * @throws SerializationConflict if another transaction changed the order
   */
  async tryApply<Kind extends Order>(order: Kind, fact: OrderFact): Promise<Kind | undefined> {
    const decision = decide(order, fact, this.context.clock.now())
    if (!decision) return undefined
    await this.write(order, fact, decision)
    return decision.order
  }

  /** Like {@link tryApply}, for facts whose step must exist. @throws Error if it does not */
  async apply<Kind extends Order>(order: Kind, fact: OrderFact): Promise<Kind> {
    const changed = await this.tryApply(order, fact)
    if (!changed) throw noTransition(order, fact)
    return changed
  }

  /**
   * Writes what was decided about an order.
   *
   * @throws SerializationConflict if another transaction changed the order
   */
  async write(order: Order, fact: OrderFact, decision: Decision<Order>): Promise<void> {
    const { tx, context } = this
    const changed = decision.order
    if (!(await tx.orders.update(changed, order.status)))
      throw new SerializationConflict(`order ${order.id} was changed by another transaction`)
    if (changed.kind === 'on-chain' && startsCoolDown(order, changed, fact)) {
      // A clock that is behind for a moment may have the end before the beginning.
      const until = Math.max(changed.createdAt, changed.updatedAt) + context.policy.addressCooldownMs
      const isReleased = await tx.addresses.rest({
        addressId: changed.address.id,
        orderId: changed.id,
        at: changed.updatedAt,
        until,
      })
      if (isReleased) this.countFinished(changed)
      if (isReleased && changed.paymentLinkId !== null) await tx.paymentLinks.deleteLease(changed.id)
    }
    if (changed.kind === 'on-chain' && changed.paymentLinkId !== null)
      this.addToLink(changed.paymentLinkId, order, changed)
    this.paid.change(order, changed)
    if (changed.status === 'FROZEN' && order.status !== 'FROZEN') await holdRefunds(tx, context, changed.id)
    if (decision.event) this.events.push(await orderEvent(tx, context, changed, decision.event, fact))
    this.add(...decision.postings)
  }

  /** Adds ledger transactions to post. */
  add(...transactions: readonly LedgerTransaction[]): void {
    this.transactions.push(...transactions)
  }

  /** Posts to the ledger, stores the events, counts finished orders and sums paid ones. Must be the last call. */
  async post(): Promise<void> {
    await post(this.tx, this.context, this.transactions)
    await fanOut(this.tx, this.context, this.events)
    // Last and in ascending order: these counters are shared by all orders of a merchant.
    for (const [, { scope, count }] of [...this.finished].sort(([a], [b]) => (a < b ? -1 : 1)))
      await this.tx.orders.addFinished(scope, count)
    await this.paid.write(this.tx)
    for (const [id, totals] of [...this.links].sort(([a], [b]) => (a < b ? -1 : 1)))
      await this.tx.paymentLinks.addTotals(id, totals)
  }

  /** The totals, by which a ONCE link is PAID, commit with the order's credit. */
  private addToLink(id: string, before: Order, after: Order): void {
    const paidOrders = countPaid(after) - countPaid(before)
    const change = { paid: after.confirmed - before.confirmed, credited: after.credited - before.credited }
    if (paidOrders === 0 && change.paid === 0n && change.credited === 0n) return
    const earlier = this.links.get(id) ?? { paidOrders: 0, paid: 0n, credited: 0n }
    this.links.set(id, {
      paidOrders: earlier.paidOrders + paidOrders,
      paid: earlier.paid + change.paid,
      credited: earlier.credited + change.credited,
    })
  }

  private countFinished({ merchantId, environment }: Order): void {
    const key = `${merchantId}/${environment}`
    const count = (this.finished.get(key)?.count ?? 0) + 1
    this.finished.set(key, { scope: { merchantId, environment }, count })
  }
}

const countPaid = (order: Order): number => (paysLink(order) ? 1 : 0)

/** The cool-down of an address starts when the order releases it, and again with each late transfer. */
function startsCoolDown(before: Order, after: Order, fact: OrderFact): boolean {
  if (!hasReleased(after)) return false
  return !hasReleased(before) || fact.kind === 'transfer_seen'
}

const hasReleased = (order: Order): boolean => RELEASES_ADDRESS.has(order.status) || order.rejectedAt !== null
