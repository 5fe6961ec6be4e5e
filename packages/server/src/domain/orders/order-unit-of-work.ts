import type { Context } from '../context.js'
import { post } from '../ledger/ledger.js'
import type { LedgerTransaction } from '../ledger/ledger-entry.js'
import { SerializationConflict } from '../store/store.js'
import type { Tx } from '../store/unit-of-work.js'
import { orderEvent } from '../webhooks/events.js'
import type { OutgoingEvent } from '../webhooks/webhook.js'
import { fanOut } from '../webhooks/webhook-deliveries.js'
import type { Order, OrderStatus } from './order.js'
import type { OrderFact } from './order-fact.js'
import { decide } from './order-state.js'

/** Statuses in which an order needs its address no longer. A review of an order that still had it keeps it. */
const GIVES_ADDRESS_BACK: ReadonlySet<OrderStatus> = new Set(['PAID', 'EXPIRED', 'UNDERPAID', 'EXPIRED_PAID'])

/**
 * What one unit of work decides. Orders and addresses are written as facts come in; the ledger and then the events are
 * written once, at the end, so that accounts and targets are locked in one order.
 */
export class OrderUnitOfWork {
  private readonly transactions: LedgerTransaction[] = []
  private readonly events: OutgoingEvent[] = []

  constructor(
    private readonly tx: Tx,
    private readonly context: Context,
  ) {}

  /**
   * Decides on a fact and writes down what follows.
   *
   * @returns undefined, with nothing written, where the transition table has no such step
   */
  async tryApply<Kind extends Order>(order: Kind, fact: OrderFact): Promise<Kind | undefined> {
    const { tx, context } = this
    const decision = decide(order, fact, context.clock.now())
    if (!decision) return undefined
    const changed = decision.order
    if (!(await tx.orders.update(changed)))
      throw new SerializationConflict(`order ${order.id} changed meanwhile`)
    if (changed.kind === 'on-chain' && restsAnew(order, changed, fact)) {
      const until = changed.updatedAt + context.policy.addressCooldownMs
      await tx.addresses.rest({
        addressId: changed.address.id,
        orderId: changed.id,
        at: changed.updatedAt,
        until,
      })
    }
    if (decision.event) this.events.push(await orderEvent(tx, context, changed, decision.event))
    this.add(...decision.postings)
    return changed
  }

  /** Like {@link tryApply}, for facts whose step must exist. */
  async apply<Kind extends Order>(order: Kind, fact: OrderFact): Promise<Kind> {
    const changed = await this.tryApply(order, fact)
    if (!changed) throw new Error(`order ${order.id}: no transition from ${order.status} on ${fact.kind}`)
    return changed
  }

  add(...transactions: readonly LedgerTransaction[]): void {
    this.transactions.push(...transactions)
  }

  /** Writes the ledger and the events. The last thing that a unit of work does with it. */
  async post(): Promise<void> {
    await post(this.tx, this.context, this.transactions)
    await fanOut(this.tx, this.context, this.events)
  }
}

/** The cool-down begins when the order is done with its address, and anew with each late transfer. */
function restsAnew(before: Order, after: Order, fact: OrderFact): boolean {
  if (!isDone(after)) return false
  return !isDone(before) || fact.kind === 'transfer_seen'
}

const isDone = (order: Order): boolean => GIVES_ADDRESS_BACK.has(order.status) || order.rejectedAt !== null
