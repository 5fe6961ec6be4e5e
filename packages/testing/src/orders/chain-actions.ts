import type { SimulateOrder } from '@merchantpay/sdk'
import { add, sub, type Usdt, usdt } from '@merchantpay/sdk/money'
import { BLOCK_MS, newestBlock } from '../chain/blocks.js'
import { Refusal } from '../http/refusal.js'
import { requirePlayMoney } from '../merchants/balance.js'
import type { World } from '../world.js'
import { partOf, readAmount } from './amounts.js'
import { dropTransfer, endWindowAt, sendTransfer } from './order-changes.js'
import type { OnChainOrder, OrderStatus } from './orders.js'

/** Does something to an order. @param given what is sent, unless the action knows */
type Play = (world: World, order: OnChainOrder, given: Usdt | undefined) => void

/** What `overpay` sends beyond what is missing. */
const OVERPAYMENT = usdt('10')
const PAYABLE = ['OPEN', 'EXPIRED', 'UNDERPAID'] as const

const PLAYS: Partial<Record<SimulateOrder['action'], Play>> = {
  pay(world, order, given) {
    if (order.status === 'PAID') send(world, order, given ?? order.amount, false)
    else payInTime(world, order, given ?? missing(order))
  },
  underpay,
  overpay(world, order, given) {
    if (given !== undefined && given <= missing(order)) throw new Refusal('invalid_amount')
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

/** Acts on an on-chain order. @throws Refusal action_not_possible, invalid_amount */
export function playChain(world: World, order: OnChainOrder, { action, amount }: SimulateOrder): void {
  const given = amount === undefined ? undefined : readAmount(amount, 6)
  const play = PLAYS[action]
  if (!play) throw new Refusal('action_not_possible')
  play(world, order, given)
}

function payInTime(world: World, order: OnChainOrder, value: Usdt): void {
  requireStatus(order, 'OPEN')
  requireInTime(world, order)
  send(world, order, value, false)
}

/** Too little, and the window ends right after it. */
function underpay(world: World, order: OnChainOrder, given: Usdt | undefined): void {
  requireStatus(order, 'OPEN')
  const lacks = sub(order.minDue, order.received)
  const value = given ?? partOf(order.amount, lacks)
  if (value === 0n) throw new Refusal('action_not_possible')
  if (value >= lacks) throw new Refusal('invalid_amount')
  requireInTime(world, order)
  endWindowAt(world, order, send(world, order, value, false) + 1)
}

/** Takes the newest payment off the chain, with the next look at it. */
function reorg(world: World, order: OnChainOrder): void {
  const newest = order.transfers.findLast(({ state }) => state === 'seen' || state === 'confirmed')
  if (!newest) throw new Refusal('action_not_possible')
  world.clock.setTimeout(() => dropTransfer(world, order, newest), 0)
}

function send(world: World, order: OnChainOrder, value: Usdt, isFlagged: boolean): number {
  requirePlayMoney(world, order, value)
  return sendTransfer(world, order, value, isFlagged)
}

/** Paying late is a story of its own; these promise a payment in time. */
function requireInTime({ clock }: World, { expireAt }: OnChainOrder): void {
  if ((newestBlock(clock) + 1) * BLOCK_MS >= expireAt) throw new Refusal('action_not_possible')
}

/** What the order still lacks; its whole amount when it lacks nothing. */
function missing({ amount, received }: OnChainOrder): Usdt {
  return received < amount ? sub(amount, received) : amount
}

function requireStatus({ status }: OnChainOrder, ...allowed: OrderStatus[]): void {
  if (!allowed.includes(status)) throw new Refusal('action_not_possible')
}
