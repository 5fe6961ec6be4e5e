import { add, sub, type Usdt } from '@merchantpay/sdk/money'
import { atBlock, BLOCK_MS, DEPTH, newestBlock } from '../chain/blocks.js'
import { notifyStreams } from '../http/event-streams.js'
import { toHex } from '../ids.js'
import { emitOrderEvent, type OrderEventType } from '../webhooks/events.js'
import { holdRefunds } from '../withdrawals/withdrawal-progress.js'
import type { World } from '../world.js'
import type { AppOrder, OnChainOrder, Order, OrderStatus, Transfer } from './order.js'

/** A status with the event that it causes. */
interface Step {
  readonly to: OrderStatus
  readonly event?: OrderEventType
  readonly frozenReason?: 'compliance' | 'reorg'
}

/** The statuses that cause an event. */
const STEPS = {
  PAID: { to: 'PAID', event: 'payment.confirmed' },
  EXPIRED_PAID: { to: 'EXPIRED_PAID', event: 'payment.confirmed' },
  EXPIRED: { to: 'EXPIRED', event: 'payment.expired' },
  UNDERPAID: { to: 'UNDERPAID', event: 'payment.underpaid' },
  FROZEN: { to: 'FROZEN', event: 'payment.frozen', frozenReason: 'compliance' },
  TAKEN_BACK: { to: 'FROZEN', event: 'payment.frozen', frozenReason: 'reorg' },
} as const satisfies Record<string, Step>

const isPaid = ({ confirmed, minDue }: OnChainOrder) => confirmed >= minDue

/**
 * Changes the status of an order: makes a new version, emits the event and notifies its streams.
 *
 * @param transfer caused the change
 */
export function change(
  world: World,
  order: Order,
  { to, event, frozenReason }: Step,
  transfer?: Transfer,
): void {
  const now = world.clock.now()
  order.frozenReason = to === 'FROZEN' ? (frozenReason ?? order.frozenReason) : undefined
  if (to === 'PAID' || to === 'EXPIRED_PAID') order.paidAt ??= now
  else if (to !== 'FROZEN') order.paidAt = null
  order.status = to
  order.updatedAt = now
  order.version += 1
  if (to === 'FROZEN') holdRefunds(world, order.id)
  if (event) emitOrderEvent(world, order, event, transfer)
  notifyStreams(world, order)
}

/** The step to a status, with its event. */
export function stepTo(to: OrderStatus): Step {
  return to in STEPS ? STEPS[to as keyof typeof STEPS] : { to } // just looked up
}

/** Settles an app-only order with the authorised amount. */
export function settle(world: World, order: AppOrder, amount: Usdt): void {
  Object.assign(order, { amount, received: amount, confirmed: amount, authorised: null })
  change(world, order, STEPS.PAID)
}

/** Ends the window of an order at its expiry; on a network, with the first block at or after it. */
export function watchWindow(world: World, order: Order): void {
  const { clock } = world
  const end = () => {
    if (order.status === 'OPEN') change(world, order, ended(order)) // the expiry never moves to a later time
  }
  if (order.kind === 'app') clock.setTimeout(end, Math.max(0, order.expireAt - clock.now()))
  else atBlock(clock, Math.ceil(order.expireAt / BLOCK_MS), end)
}

/** Moves the expiry, never to a later time. The status stays until then. */
export function endWindowAt(world: World, order: Order, at: number): void {
  order.expireAt = Math.min(order.expireAt, at)
  change(world, order, { to: order.status })
  watchWindow(world, order)
}

/** Sends a transfer to an order: seen in the next block, confirmed at depth 3. @returns the time of that block */
export function sendTransfer(world: World, order: OnChainOrder, value: Usdt, isFlagged: boolean): number {
  const blockNumber = newestBlock(world.clock) + 1
  const blockAt = blockNumber * BLOCK_MS
  const txHash = toHex(world.ids.bytes(32))
  const transfer: Transfer = { txHash, value, blockNumber, blockAt, isFlagged, state: 'sent' }
  order.transfers.push(transfer)
  atBlock(world.clock, blockNumber, () => see(world, order, transfer))
  atBlock(world.clock, blockNumber + DEPTH - 1, () => confirm(world, order, transfer))
  return blockAt
}

/** Removes a transfer from the chain, as a reorg does. */
export function dropTransfer(world: World, order: OnChainOrder, transfer: Transfer): void {
  const wasConfirmed = transfer.state === 'confirmed'
  if (transfer.state === 'dropped') return
  transfer.state = 'dropped'
  order.received = sub(order.received, transfer.value)
  if (wasConfirmed) order.confirmed = sub(order.confirmed, transfer.value)
  const isCredited = ['PAID', 'EXPIRED_PAID', 'UNDERPAID'].includes(order.status)
  if (wasConfirmed && isCredited) change(world, order, STEPS.TAKEN_BACK)
  else if (order.status === 'CONFIRMING') reopen(world, order)
  else change(world, order, { to: order.status })
}

function see(world: World, order: OnChainOrder, transfer: Transfer): void {
  if (transfer.state !== 'sent') return
  transfer.state = 'seen'
  order.received = add(order.received, transfer.value)
  const isInTime = transfer.blockAt < order.expireAt
  if (transfer.isFlagged && order.status !== 'FROZEN') change(world, order, STEPS.FROZEN)
  else change(world, order, { to: order.status === 'OPEN' && isInTime ? 'CONFIRMING' : order.status })
}

function confirm(world: World, order: OnChainOrder, transfer: Transfer): void {
  if (transfer.state !== 'seen') return
  transfer.state = 'confirmed'
  order.confirmed = add(order.confirmed, transfer.value)
  if (order.status === 'CONFIRMING' && !isPaid(order)) reopen(world, order)
  else change(world, order, afterConfirmation(order), transfer)
}

/** The step after a confirmation that does not reopen the order. */
function afterConfirmation(order: OnChainOrder): Step {
  switch (order.status) {
    case 'CONFIRMING':
      return STEPS.PAID
    case 'EXPIRED':
      return isPaid(order) ? STEPS.EXPIRED_PAID : STEPS.UNDERPAID
    case 'UNDERPAID':
      return isPaid(order) ? STEPS.EXPIRED_PAID : { to: 'UNDERPAID' }
    case 'PAID':
    case 'EXPIRED_PAID':
      return order.confirmed > order.amount
        ? { to: order.status, event: 'payment.overpaid' }
        : { to: order.status }
    default:
      return { to: order.status }
  }
}

/** Continues an order whose confirmed payments do not pay it. After the expiry, the next balance check ends it. */
function reopen(world: World, order: OnChainOrder): void {
  const { transfers, expireAt } = order
  const isInFlight = transfers.some(({ state, blockAt }) => state === 'seen' && blockAt < expireAt)
  change(world, order, { to: isInFlight ? 'CONFIRMING' : 'OPEN' })
  if (!isInFlight && world.clock.now() >= expireAt) watchWindow(world, order)
}

/** The step at the end of a window without enough payments. */
function ended({ confirmed }: Order): Step {
  return confirmed === 0n ? STEPS.EXPIRED : STEPS.UNDERPAID
}
