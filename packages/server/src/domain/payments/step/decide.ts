import { isSameAmount, type RecordedTransfer, type SeenTransfer, transferName } from '../../chain/transfer.js'
import { CustodyCap } from '../../ledger/custody-cap.js'
import type { LedgerTransaction } from '../../ledger/ledger-entry.js'
import type { Order } from '../../orders/order.js'
import type { OrderFact } from '../../orders/order-fact.js'
import { suspenseDeposit, suspenseReversals } from '../../orders/order-postings.js'
import { type Decision, decide as decideOrder, noTransition } from '../../orders/order-state.js'
import { ZERO } from '../../shared/money.js'
import type { Instant } from '../../shared/types.js'
import { type Arrival, type Findings, listDecided } from './collect.js'
import { decideTreasury, type TreasuryChange } from './decide-treasury.js'
import type { Matched } from './match.js'

/** A change of a transfer, with its consequences for its order and the ledger. */
export interface TransferChange {
  readonly row: RecordedTransfer
  readonly isNew: boolean
  readonly orderSteps: readonly OrderStep[]
  /** Ledger transactions besides those of the order. */
  readonly postings: readonly LedgerTransaction[]
  /** Whether it is in a block that had been recorded without it. */
  readonly isMissed: boolean
  /** Whether the database has lost the order that it paid. */
  readonly isLost: boolean
}

/** A fact about an order, and the change that follows from it. */
export interface OrderStep {
  readonly before: Order
  readonly fact: OrderFact
  readonly decision: Decision<Order>
}

/** All changes of a step, in the sequence in which they are written. */
export interface Decided {
  readonly transfers: readonly TransferChange[]
  readonly treasury: readonly TreasuryChange[]
  /** Number of transfers and treasury transfers that changed. */
  readonly handled: number
  /** Number of payments in blocks that had been recorded without them. */
  readonly missed: number
}

/** Decides what follows from the transfers of a step. Pure: the same findings always give the same changes. */
export function decide(findings: Findings, matched: Matched, at: Instant): Decided {
  const custodyCap = new CustodyCap(findings.custody)
  const payments = new PaymentChanges(findings, matched, custodyCap, at)
  const { arrivals, gone } = findings.payments
  let recorded = 0
  // New transfers come before orphaned ones, so that an order whose payment is replaced stays CONFIRMING.
  for (const arrival of arrivals) recorded += payments.arrive(arrival) ? 1 : 0
  for (const transfer of gone) payments.orphan(transfer)
  const decided = payments.applyFinality()
  const { all } = payments
  const isRecovering = findings.treasury.isRecovering || all.some(({ isLost }) => isLost)
  const treasury = decideTreasury(findings, custodyCap, at, isRecovering)
  return {
    transfers: all,
    treasury: treasury.changes,
    handled: recorded + gone.length + decided + treasury.handled,
    missed: all.filter(({ isMissed }) => isMissed).length,
  }
}

/** The changes of payments, and the rows and orders as they are after them. */
class PaymentChanges {
  readonly all: TransferChange[] = []
  private readonly rows: Map<string, RecordedTransfer>
  private readonly orders: Map<string, Order>
  private readonly inFlight: Map<string, number>

  constructor(
    private readonly findings: Findings,
    matched: Matched,
    private readonly custodyCap: CustodyCap,
    private readonly at: Instant,
  ) {
    const { known, gone } = findings.payments
    this.rows = new Map([...known, ...gone.map((row) => [transferName(row), row] as const)])
    this.orders = new Map(matched.orders)
    this.inFlight = new Map(matched.inFlight)
  }

  /** @returns whether the transfer is new or in another block than before */
  arrive(arrival: Arrival): boolean {
    const { transfer } = arrival
    const known = this.rows.get(transferName(transfer))
    const fitsCap = this.isWithinCap(arrival)
    // A transfer above the custody cap may fit later.
    const isRevived = known?.ignoredReason === 'over_cap' && fitsCap && isSameTransfer(known, transfer)
    if (known && known.orphanedAt === null && !isRevived) {
      // A different answer about an unchanged block reverts nothing: one node may be wrong.
      if (transfer.block.number <= this.findings.recordedTo) return false
      if (isSameTransfer(known, transfer)) return this.move(known, transfer)
      // In another branch this log index may hold another transfer, which replaces the recorded one.
      this.orphan(known)
    }
    this.record(arrival, fitsCap)
    return true
  }

  /** The transfer left the chain, or was never in its block: its postings are reversed. */
  orphan(transfer: RecordedTransfer): void {
    const order = this.orderOf(transfer)
    const row = this.put({ ...transfer, orphanedAt: this.at })
    const postings = transfer.confirmedAt === null ? [] : suspenseReversals(transfer, order !== undefined)
    this.add(row, { orderSteps: order ? [this.drop(order, transfer)] : [], postings })
  }

  /** Confirms final transfers, and drops those that are absent from their blocks. @returns the number of both */
  applyFinality(): number {
    const { due, absent } = listDecided(this.rows, this.findings)
    for (const transfer of absent) this.orphan(transfer)
    return absent.length + due.filter((transfer) => this.confirm(transfer)).length
  }

  /**
   * Moves a recorded transfer to another block after a reorganisation. In an earlier block a late transfer may be in time;
   * a transfer that was in time stays in time.
   */
  private move(known: RecordedTransfer, { block }: SeenTransfer): boolean {
    if (known.block.hash === block.hash) return false
    const order = this.orderOf(known)
    const isLate = known.isLate && (order === undefined || block.timeAt >= order.expireAt)
    const dueBlock = known.dueBlock - known.block.number + block.number
    const row = this.put({ ...known, block, isLate, dueBlock })
    if (order?.status !== 'OPEN' || known.isLate === isLate) {
      this.add(row)
      return true
    }
    // In time now: the order handles it like a new transfer.
    const gone = { wasConfirmed: false, isAttributed: false, inFlight: false }
    const dropped = this.apply(order, { kind: 'transfer_orphaned', transfer: known, ...gone })
    const fact = { kind: 'transfer_seen', transfer: known, isLate, isFlagged: false } as const
    this.add(row, { orderSteps: [dropped, this.apply(dropped.decision.order, fact)] })
    return true
  }

  private record({ transfer, holderId, isLost }: Arrival, fitsCap: boolean): void {
    const { id, depth, recordedTo, isScreened } = this.findings
    const known = this.rows.get(transferName(transfer))
    const order = holderId === undefined || !fitsCap ? undefined : this.orders.get(holderId)
    const isLate = order !== undefined && transfer.block.timeAt >= order.expireAt
    const identity = { ...id, ...transfer, incarnation: (known?.incarnation ?? 0) + 1 }
    const fact = { kind: 'transfer_seen', transfer: identity, isLate, isFlagged: false } as const
    const seen = order && this.tryApply(order, fact)
    const row = this.put({
      ...identity,
      // A transfer that the order cannot take is kept for the operator, so that it does not stop the network.
      orderId: seen ? seen.before.id : null,
      isLate,
      dueBlock: transfer.block.number + (order?.kind === 'on-chain' ? order.depth : depth) - 1,
      ignoredReason: fitsCap ? null : 'over_cap',
      isFlagged: false,
      screenedAt: isScreened ? null : this.at,
      confirmedAt: null,
      orphanedAt: null,
      attributedTo: null,
    })
    const isMissed = transfer.block.number <= recordedTo
    this.add(row, { orderSteps: seen ? [seen] : [], isNew: known === undefined, isMissed, isLost })
  }

  /** @returns false if the transfer must wait */
  private confirm(transfer: RecordedTransfer): boolean {
    const order = this.orderOf(transfer)
    // A late transfer waits until the window has ended, because a payment in time may still come.
    if (transfer.isLate && (order?.status === 'OPEN' || order?.status === 'CONFIRMING')) return false
    const capacity = this.custodyCap.take(transfer.value)
    if (capacity === 'later') return false
    if (capacity === 'taken') this.credit(transfer, order)
    else this.ignore(transfer, order)
    return true
  }

  private credit(transfer: RecordedTransfer, order: Order | undefined): void {
    const row = this.put({ ...transfer, confirmedAt: this.at })
    const fact = { kind: 'transfer_confirmed', transfer, isAttributed: false } as const
    const credited = order && this.tryApply(order, { ...fact, inFlight: this.isInFlight(order) })
    if (credited) {
      this.add(row, { orderSteps: [credited] })
      return
    }
    // The order cannot take it, so it goes to suspense and the operator attributes it.
    const orderSteps = order ? [this.apply(order, { kind: 'transfer_declined', transfer })] : []
    this.add(this.put({ ...row, orderId: null }), { orderSteps, postings: [suspenseDeposit(transfer)] })
  }

  /** Crediting the transfer would exceed the custody cap. */
  private ignore(transfer: RecordedTransfer, order: Order | undefined): void {
    const row = this.put({ ...transfer, orderId: null, ignoredReason: 'over_cap' })
    this.add(row, { orderSteps: order ? [this.drop(order, transfer)] : [] })
  }

  private drop(order: Order, transfer: RecordedTransfer): OrderStep {
    const wasConfirmed = transfer.confirmedAt !== null
    const isAttributed = transfer.attributedTo !== null
    const fact = { kind: 'transfer_orphaned', transfer, wasConfirmed, isAttributed } as const
    return this.apply(order, { ...fact, inFlight: this.isInFlight(order) })
  }

  /** @throws Error if the order has no transition for the fact */
  private apply(before: Order, fact: OrderFact): OrderStep {
    const step = this.tryApply(before, fact)
    if (!step) throw noTransition(before, fact)
    return step
  }

  private tryApply(before: Order, fact: OrderFact): OrderStep | undefined {
    const decision = decideOrder(before, fact, this.at)
    if (!decision) return undefined
    this.orders.set(before.id, decision.order)
    return { before, fact, decision }
  }

  private put(row: RecordedTransfer): RecordedTransfer {
    const name = transferName(row)
    const before = this.rows.get(name)
    if (before) this.count(before, -1)
    this.count(row, 1)
    this.rows.set(name, row)
    return row
  }

  private count({ orderId, confirmedAt, orphanedAt, isLate }: RecordedTransfer, change: 1 | -1): void {
    if (orderId === null || confirmedAt !== null || orphanedAt !== null || isLate) return
    this.inFlight.set(orderId, (this.inFlight.get(orderId) ?? 0) + change)
  }

  private isInFlight({ id }: Order): boolean {
    return (this.inFlight.get(id) ?? 0) > 0
  }

  private orderOf({ orderId }: RecordedTransfer): Order | undefined {
    return orderId === null ? undefined : this.orders.get(orderId)
  }

  /** Besides the recorded custody, only unconfirmed transfers to the same order count. */
  private isWithinCap({ transfer, holderId }: Arrival): boolean {
    const order = holderId === undefined ? undefined : this.orders.get(holderId)
    return this.custodyCap.allows(transfer.value, order ? order.received - order.confirmed : ZERO)
  }

  private add(row: RecordedTransfer, more: Partial<Omit<TransferChange, 'row'>> = {}): void {
    const plain = { isNew: false, orderSteps: [], postings: [], isMissed: false, isLost: false }
    this.all.push({ row, ...plain, ...more })
  }
}

const isSameTransfer = (one: SeenTransfer, other: SeenTransfer): boolean =>
  one.from === other.from && one.to === other.to && isSameAmount(one, other)
