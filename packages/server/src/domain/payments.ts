import { enqueueEvent } from './events.js'
import { add, appFee, chainFee, MAX_USDT, subtract, type Usdt } from './money.js'
import { type Decision, decide, type OrderFact } from './order-state.js'
import type { Order } from './orders.js'
import type { ChainId, Context, Instant, ScanStep, SeenTransfer, Tx } from './ports.js'

export interface BlockRef {
  readonly number: number
  readonly hash: string
  /** The block's own time. */
  readonly timeAt: Instant
}
/** How far a network was read. `revision` changes with every write of the row. */
export interface Cursor extends ChainId {
  readonly block: BlockRef
  readonly revision: number
}
export interface RecordedTransfer extends ChainId, SeenTransfer {
  /** Null when no lease holds the address: kept for the operator, credited to nobody. */
  readonly orderId: string | null
  /** Its block time is at or past the end of the order's window. */
  readonly isLate: boolean
  readonly confirmedAt: Instant | null
}
/** From block `firstNumber` on, the sandbox makes a block every `blockMs`. */
export interface SandboxEpoch extends ChainId {
  readonly firstNumber: number
  readonly firstAt: Instant
  readonly blockMs: number
  /** Makes the hashes of this chain its own. */
  readonly seed: string
}
export interface SandboxTransfer extends ChainId {
  readonly txHash: string
  readonly from: string
  readonly to: string
  readonly value: Usdt
  readonly blockNumber: number
  /** The time its block was promised for; a later change of the block time does not move it. */
  readonly blockTimeAt: Instant
}

/** How far a network's clock may lag behind ours: an address counts as leased from this long before its order. */
const CLOCK_SKEW_MS = 3_600_000
/** Transfers that one transaction confirms at most; the rest follow with the next. */
const CONFIRM_BATCH = 500

/**
 * Books one look at a network in one transaction: cursor, transfers, orders, events.
 *
 * @returns false when the cursor moved meanwhile; the step is stale and nothing may be kept of it
 */
export async function recordStep(
  tx: Tx,
  context: Context,
  cursor: Cursor,
  step: Extract<ScanStep, { kind: 'forward' }>,
): Promise<boolean> {
  if (!(await tx.cursors.advance(cursor, step.to))) return false
  for (const transfer of step.transfers) await recordTransfer(tx, context, cursor, transfer)
  return true
}

/** Confirms the transfers that are deep enough under the cursor. @returns how many */
export async function confirmTransfers(
  tx: Tx,
  context: Context,
  { environment, network }: ChainId,
  depth: number,
): Promise<number> {
  const id = { environment, network }
  const cursor = await tx.cursors.find(id)
  if (!cursor) return 0
  const deep = await tx.transfers.listToConfirm(id, cursor.block.number - depth + 1, CONFIRM_BATCH)
  for (const transfer of deep) await confirmTransfer(tx, context, transfer, cursor.block.timeAt)
  return deep.length
}

/** Ends the window of an order that nobody paid, or not enough. */
export const endWindow = (tx: Tx, context: Context, order: Order): Promise<Order> =>
  applyFact(tx, context, order, { kind: 'window_over' })

/** An app-only payment in the client app: authorised, then settled. The caller has checked the amount. */
export async function payAppOrder(
  tx: Tx,
  context: Context,
  order: Extract<Order, { kind: 'app' }>,
  payment: { amount: Usdt; remark: string | null },
): Promise<Order> {
  const { amount, remark } = payment
  const authorised = await applyFact(tx, context, { ...order, remark }, { kind: 'authorised' })
  const credited = subtract(amount, appFee(amount, order.feeRate))
  const paid = { ...authorised, amount, received: amount, confirmed: amount, credited }
  return applyFact(tx, context, paid, { kind: 'settled' })
}

async function recordTransfer(
  tx: Tx,
  context: Context,
  { environment, network }: ChainId,
  transfer: SeenTransfer,
): Promise<void> {
  const id = { environment, network }
  const holder = await findHolder(tx, id, transfer)
  const isLate = holder !== undefined && transfer.block.timeAt >= holder.expireAt
  // Everything before this block is booked, so the window of an order that is still open ended without it.
  const order = isLate && holder.status === 'OPEN' ? await endWindow(tx, context, holder) : holder
  const seen = order && { ...order, received: add(order.received, transfer.value) }
  const fact: OrderFact = { kind: 'transfer_seen', late: isLate }
  // What the order cannot take is kept for the operator: one odd transfer must not stop its network.
  const isTaken = seen !== undefined && seen.received <= MAX_USDT && decideFor(seen, fact) !== undefined
  const orderId = isTaken ? seen.id : null
  const isNew = await tx.transfers.insert({ ...id, ...transfer, orderId, isLate, confirmedAt: null })
  if (isTaken && isNew) await applyFact(tx, context, seen, fact)
}

/** The order that has the address at the time of the transfer's block. */
async function findHolder(tx: Tx, id: ChainId, { to, block }: SeenTransfer): Promise<Order | undefined> {
  const orderId = await tx.addresses.findHolder(id, to)
  const holder = orderId === undefined ? undefined : await tx.orders.find(orderId)
  return holder && block.timeAt >= holder.createdAt - CLOCK_SKEW_MS ? holder : undefined
}

async function confirmTransfer(
  tx: Tx,
  context: Context,
  transfer: RecordedTransfer,
  chainTime: Instant,
): Promise<void> {
  await tx.transfers.confirm(transfer, context.clock.now())
  const order = transfer.orderId === null ? undefined : await tx.orders.find(transfer.orderId)
  if (!order) return
  const confirmed = add(order.confirmed, transfer.value)
  const credited = subtract(confirmed, chainFee(confirmed, order.feeRate))
  const transfers = await tx.transfers.listByOrder(order.id)
  await applyFact(
    tx,
    context,
    { ...order, confirmed, credited },
    {
      kind: 'transfer_confirmed',
      inFlight: transfers.some((other) => other.confirmedAt === null && !other.isLate),
      windowOver: chainTime >= order.expireAt,
    },
  )
}

/** Decides and writes down: the order by compare-and-set, the address's rest, the event. */
async function applyFact<Kind extends Order>(
  tx: Tx,
  context: Context,
  order: Kind,
  fact: OrderFact,
): Promise<Kind> {
  const decision = decideFor(order, fact)
  if (!decision) throw new Error(`order ${order.id}: no transition from ${order.status} on ${fact.kind}`)
  const changed = nextVersion(order, decision, context.clock.now())
  if (!(await tx.orders.update(changed))) throw new Error(`order ${order.id} changed meanwhile`)
  if (changed.kind === 'on-chain' && isLeaseOver(order, changed)) {
    await tx.addresses.release(changed.address.id, changed.updatedAt + context.policy.addressCooldownMs)
  }
  if (decision.event) await enqueueEvent(tx, context, changed, decision.event)
  return changed
}

function decideFor({ status, confirmed, ...order }: Order, fact: OrderFact): Decision | undefined {
  return decide({ status, confirmed, minDue: order.kind === 'on-chain' ? order.minDue : confirmed }, fact)
}

function nextVersion<Kind extends Order>(order: Kind, { to, event }: Decision, at: Instant): Kind {
  const paidAt = event === 'payment.confirmed' ? at : order.paidAt
  return { ...order, status: to, paidAt, updatedAt: at, version: order.version + 1 }
}

/** A settled order gives its address back; it rests before anybody else gets it. */
const isLeaseOver = (before: Order, after: Order): boolean =>
  (before.status === 'OPEN' || before.status === 'CONFIRMING') &&
  (after.status === 'PAID' || after.status === 'EXPIRED' || after.status === 'UNDERPAID')
