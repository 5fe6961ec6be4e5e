import { sub, sum, type Usdt, usdt } from '../money.js'
import { halfOf } from './amounts.js'
import { BLOCK_MS, newestBlock } from './chain.js'
import { toHex } from './ids.js'
import { change, settle, stepTo } from './order-changes.js'
import type { AppOrder, OnChainOrder, Order, OrderStatus, Transfer } from './orders.js'
import type { World } from './world.js'

/** What the payer of a CUSTOM order chooses when nobody says. */
const CHOSEN = usdt('1')
const NOTHING = usdt('0')
const APP_STATUSES: readonly OrderStatus[] = ['PENDING', 'OPEN', 'PENDING_CONFIRM', 'PAID', 'EXPIRED']

/**
 * Puts an order into a status, whatever came before, with amounts that fit it.
 *
 * @throws RangeError for a status that an order of its kind never has
 */
export function forceStatus(world: World, order: Order, status: OrderStatus): void {
  const isKnown = order.kind === 'app' ? APP_STATUSES.includes(status) : status !== 'PENDING_CONFIRM'
  if (!isKnown) throw new RangeError(`an order of this kind is never ${status}`)
  if (order.kind === 'app') forceApp(world, order, status)
  else forceChain(world, order, status)
}

function forceApp(world: World, order: AppOrder, status: OrderStatus): void {
  const amount = order.authorised ?? order.amount ?? CHOSEN
  order.authorised = status === 'PENDING_CONFIRM' ? amount : null
  if (status === 'PAID') settle(world, order, amount)
  else change(world, order, stepTo(status))
}

function forceChain(world: World, order: OnChainOrder, status: OrderStatus): void {
  const { amount, received } = order
  if (status === 'CONFIRMING' || status === 'FROZEN')
    addTransfer(world, order, missing(amount, received), 'seen')
  else if (status === 'PAID' || status === 'EXPIRED_PAID') confirmAll(world, order)
  else dropUnconfirmed(order)
  const isUnpaid = order.confirmed === NOTHING
  if (status === 'UNDERPAID' && isUnpaid) addTransfer(world, order, halfOf(amount), 'confirmed')
  change(world, order, stepTo(status))
}

function confirmAll(world: World, order: OnChainOrder): void {
  for (const transfer of order.transfers) if (transfer.state === 'seen') transfer.state = 'confirmed'
  countTransfers(order)
  addTransfer(world, order, missing(order.amount, order.confirmed), 'confirmed')
}

function dropUnconfirmed(order: OnChainOrder): void {
  for (const transfer of order.transfers) if (transfer.state !== 'confirmed') transfer.state = 'dropped'
  countTransfers(order)
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

function countTransfers(order: OnChainOrder): void {
  const valueIn = (...states: Transfer['state'][]) =>
    sum(order.transfers.filter(({ state }) => states.includes(state)).map(({ value }) => value))
  order.confirmed = valueIn('confirmed')
  order.received = valueIn('seen', 'confirmed')
}
