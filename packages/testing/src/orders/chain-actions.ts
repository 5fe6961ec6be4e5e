import type { SimulateOrder } from '@merchantpay/sdk'
import { add, format, sub, type Usdt, usdt } from '@merchantpay/sdk/money'
import { BLOCK_MS, newestBlock } from '../chain/blocks.js'
import { Refusal } from '../http/refusal.js'
import { requireTestFunds } from '../merchants/balance.js'
import type { World } from '../world.js'
import { partOf, readAmount } from './amounts.js'
import type { OnChainOrder, OrderStatus } from './order.js'
import { dropTransfer, endWindowAt, sendTransfer } from './order-changes.js'

/** An action on an order. @param given the amount to send; undefined for the action's default */
type ChainAction = (world: World, order: OnChainOrder, given: Usdt | undefined) => void

/** The amount that `overpay` sends beyond the missing one. */
const OVERPAYMENT = usdt('10')
const USE_LATE_PAY = '; use late_pay'
const PAYABLE = ['OPEN', 'EXPIRED', 'UNDERPAID'] as const

const ACTIONS: Partial<Record<SimulateOrder['action'], ChainAction>> = {
  pay(world, order, given) {
    if (order.status === 'PAID') send(world, order, given ?? order.amount, false)
    else payInTime(world, order, given ?? missing(order))
  },
  underpay,
  overpay(world, order, given) {
    if (given !== undefined && given <= missing(order))
      throw notThatAmount(`must be greater than ${format(missing(order))} USDT`)
    payInTime(world, order, given ?? add(missing(order), OVERPAYMENT))
  },
  late_pay(world, order, given) {
    requireStatus(order, ...PAYABLE)
    send(world, order, given ?? missing(order), false)
    if (order.status === 'OPEN') endWindowAt(world, order, newestBlock(world.clock) * BLOCK_MS)
  },
  freeze(world, order, given) {
    requireStatus(order, ...PAYABLE, 'CONFIRMING', 'PAID', 'EXPIRED_PAID')
    send(world, order, given ?? missing(order), true)
  },
  expire(world, order) {
    requireStatus(order, 'OPEN')
    endWindowAt(world, order, world.clock.now())
  },
  reorg,
}

/** Applies an action to an on-chain order. @throws Refusal action_not_possible, invalid_amount */
export function applyChainAction(world: World, order: OnChainOrder, { action, amount }: SimulateOrder): void {
  const given = amount === undefined ? undefined : readAmount(amount, 6)
  const apply = ACTIONS[action]
  if (!apply) throw new Refusal('action_not_possible', { detail: 'authorise is for app-only orders' })
  apply(world, order, given)
}

function payInTime(world: World, order: OnChainOrder, value: Usdt): void {
  requireOpen(order)
  requireInTime(world, order)
  send(world, order, value, false)
}

/** Sends too little and ends the window right after it. */
function underpay(world: World, order: OnChainOrder, given: Usdt | undefined): void {
  requireOpen(order)
  const lacks = sub(order.minDue, order.received)
  const value = given ?? partOf(order.amount, lacks)
  if (value === 0n) throw new Refusal('action_not_possible', { detail: 'any payment would pay the order' })
  if (value >= lacks) throw notThatAmount(`must be less than ${format(lacks)} USDT`)
  requireInTime(world, order)
  endWindowAt(world, order, send(world, order, value, false) + 1)
}

const notThatAmount = (detail: string) => new Refusal('invalid_amount', { param: 'amount', detail })

/** Removes the newest payment from the chain, in the next turn of the clock. */
function reorg(world: World, order: OnChainOrder): void {
  const newest = order.transfers.findLast(({ state }) => state === 'seen' || state === 'confirmed')
  if (!newest) throw notPossible(order, ' and has no payment to remove')
  world.clock.setTimeout(() => dropTransfer(world, order, newest), 0)
}

function send(world: World, order: OnChainOrder, value: Usdt, isFlagged: boolean): number {
  requireTestFunds(world, order, value)
  return sendTransfer(world, order, value, isFlagged)
}

/** `late_pay` is an action of its own; the others must pay in time. */
function requireInTime({ clock }: World, { expireAt }: OnChainOrder): void {
  if ((newestBlock(clock) + 1) * BLOCK_MS >= expireAt) throw windowIsOver(USE_LATE_PAY)
}

/** The missing amount; the whole amount when nothing is missing. */
function missing({ amount, received }: OnChainOrder): Usdt {
  return received < amount ? sub(amount, received) : amount
}

function requireOpen(order: OnChainOrder): void {
  const { status } = order
  if (status === 'EXPIRED' || status === 'UNDERPAID') throw notPossible(order, USE_LATE_PAY)
  requireStatus(order, 'OPEN')
}

function requireStatus(order: OnChainOrder, ...allowed: OrderStatus[]): void {
  if (!allowed.includes(order.status)) throw notPossible(order)
}

/** The refusal of an action that the status of an order does not allow. */
export const notPossible = ({ status }: { status: OrderStatus }, hint = ''): Refusal =>
  new Refusal('action_not_possible', { detail: `the order is ${status}${hint}` })

/** The refusal of an action that comes after the window of an order. */
export const windowIsOver = (hint = ''): Refusal =>
  new Refusal('action_not_possible', { detail: `the window of the order is over${hint}` })
