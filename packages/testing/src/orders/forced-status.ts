import { sub, sum, type Usdt, usdt } from '@merchantpay/sdk/money'
import { BLOCK_MS, newestBlock } from '../chain/blocks.js'
import { toHex } from '../ids.js'
import type { World } from '../world.js'
import { partOf } from './amounts.js'
import type { AppOrder, OnChainOrder, Order, OrderStatus, Transfer } from './order.js'
import { change, settle, stepTo } from './order-changes.js'

/** The amount that the payer of a CUSTOM order chooses by default. */
const CHOSEN = usdt('1')
const NOTHING = usdt('0')
const APP_STATUSES: readonly OrderStatus[] = ['PENDING', 'OPEN', 'PENDING_CONFIRM', 'PAID', 'EXPIRED']
/** The state of pending payments per status; in every other status they are dropped. */
const UNDER_WAY: Partial<Record<OrderStatus, Transfer['state']>> = {
  CONFIRMING: 'seen',
  FROZEN: 'seen',
  PAID: 'confirmed',
  EXPIRED_PAID: 'confirmed',
}

/**
 * Puts an order into a status with amounts that fit it, regardless of its current one: payments are kept as far as the
 * status allows, and missing amounts are added.
 *
 * @throws RangeError for a status that an order of this kind never has
 */
export function forceStatus(world: World, order: Order, status: OrderStatus): void {
  const isKnown = order.kind === 'app' ? APP_STATUSES.includes(status) : status !== 'PENDING_CONFIRM'
  if (!isKnown) throw new RangeError(`an order of this kind is never ${status}`)
  if (order.kind === 'app') forceApp(world, order, status)
  else forceChain(world, order, status)
}

function forceApp(world: World, order: AppOrder, status: OrderStatus): void {
  const amount = order.authorised ?? order.amount ?? CHOSEN
  if (status === 'PAID') {
    settle(world, order, amount)
    return
  }
  order.received = NOTHING
  order.confirmed = NOTHING
  if (order.amountMode === 'CUSTOM') order.amount = null
  const isAuthorised = status === 'PENDING_CONFIRM'
  order.authorised = isAuthorised ? amount : null
  if (!isAuthorised) order.remark = null
  change(world, order, stepTo(status))
}

function forceChain(world: World, order: OnChainOrder, status: OrderStatus): void {
  const { amount, minDue } = order
  const fate = UNDER_WAY[status] ?? 'dropped'
  moveTransfers(order, fate, ({ state }) => state === 'sent' || state === 'seen')
  if (!allows(status, order)) moveTransfers(order, 'dropped', () => true)
  if (fate === 'seen') addTransfer(world, order, missing(amount, order.received), 'seen')
  if (fate === 'confirmed') addTransfer(world, order, missing(amount, order.confirmed), 'confirmed')
  const isBare = status === 'UNDERPAID' && order.confirmed === NOTHING
  if (isBare) addTransfer(world, order, partOf(amount, minDue), 'confirmed')
  change(world, order, stepTo(status))
}

/** Whether an order with this status can have its confirmed amount. */
function allows(status: OrderStatus, { confirmed, minDue }: OnChainOrder): boolean {
  if (status === 'PENDING' || status === 'EXPIRED') return confirmed === NOTHING
  const isBelow = status === 'OPEN' || status === 'CONFIRMING' || status === 'UNDERPAID'
  return !isBelow || confirmed < minDue
}

function missing(amount: Usdt, soFar: Usdt): Usdt {
  return soFar < amount ? sub(amount, soFar) : NOTHING
}

function addTransfer(world: World, order: OnChainOrder, value: Usdt, state: Transfer['state']): void {
  const blockNumber = newestBlock(world.clock)
  const txHash = toHex(world.ids.bytes(32))
  const transfer = { txHash, value, blockNumber, blockAt: blockNumber * BLOCK_MS, isFlagged: false, state }
  if (value > NOTHING) order.transfers.push(transfer)
  countTransfers(order)
}

function moveTransfers(
  order: OnChainOrder,
  state: Transfer['state'],
  isMoved: (transfer: Transfer) => boolean,
): void {
  for (const transfer of order.transfers) if (isMoved(transfer)) transfer.state = state
  countTransfers(order)
}

function countTransfers(order: OnChainOrder): void {
  const valueIn = (...states: Transfer['state'][]) =>
    sum(order.transfers.filter(({ state }) => states.includes(state)).map(({ value }) => value))
  order.confirmed = valueIn('confirmed')
  order.received = valueIn('seen', 'confirmed')
}
