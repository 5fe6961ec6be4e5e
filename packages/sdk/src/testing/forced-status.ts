import { sub, sum, type Usdt, usdt } from '../money.js'
import { BLOCK_MS, newestBlock } from './chain.js'
import { toHex } from './ids.js'
import { change, settle, stepTo } from './order-changes.js'
import type { AppOrder, OnChainOrder, Order, OrderStatus, Transfer } from './orders.js'
import type { World } from './world.js'

/** What the payer of a CUSTOM order chooses when nobody says. */
const CHOSEN = usdt('1')
const NOTHING = usdt('0')
const CHAIN_STEP = usdt('0.000001')
const APP_STATUSES: readonly OrderStatus[] = ['PENDING', 'OPEN', 'PENDING_CONFIRM', 'PAID', 'EXPIRED']

/**
 * Puts an order into a status, whatever came before, with amounts that fit it.
 *
 * @throws RangeError for a status that an order of its kind never has
 */
export function forceStatus(world: World, order: Order, status: OrderStatus): void {
  const isKnown = order.kind === 'app' ? APP_STATUSES.includes(status) : status !== 'PENDING_CONFIRM'
  if (!isKnown) throw new RangeError(`an order of this kind is never ${status}`)
  if (order.kind === 'app') return forceApp(world, order, status)
  if (status === 'CONFIRMING' || status === 'FROZEN')
    addTransfer(world, order, missing(order.amount, order.received), 'seen')
  else if (status === 'PAID' || status === 'EXPIRED_PAID') confirmAll(world, order)
  else dropUnconfirmed(order)
  if (status === 'UNDERPAID' && order.confirmed === 0n)
    addTransfer(world, order, halfOf(order.amount), 'confirmed')
  change(world, order, stepTo(status))
}

function forceApp(world: World, order: AppOrder, status: OrderStatus): void {
  const amount = order.authorised ?? order.amount ?? CHOSEN
  if (status === 'PAID') return settle(world, order, amount)
  order.authorised = status === 'PENDING_CONFIRM' ? amount : null
  change(world, order, stepTo(status))
}

function confirmAll(world: World, order: OnChainOrder): void {
  for (const transfer of order.transfers) if (transfer.state === 'seen') transfer.state = 'confirmed'
  countTransfers(order)
  addTransfer(world, order, missing(order.amount, order.confirmed), 'confirmed')
}

function missing(amount: Usdt, soFar: Usdt): Usdt {
  return soFar < amount ? sub(amount, soFar) : NOTHING
}

/** Half of it, rounded down to what can move on-chain. */
function halfOf(amount: Usdt): Usdt {
  return (amount / 2n - ((amount / 2n) % CHAIN_STEP)) as Usdt // a part of an amount
}

function dropUnconfirmed(order: OnChainOrder): void {
  for (const transfer of order.transfers) if (transfer.state !== 'confirmed') transfer.state = 'dropped'
  countTransfers(order)
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
