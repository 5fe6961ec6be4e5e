import type { SimulateOrder } from '../generated/contract.gen.js'
import { add, sub, type Usdt, usdt } from '../money.js'
import { readAmount, requireAppLimits } from './amounts.js'
import { balanceOf } from './balance.js'
import { BLOCK_MS, newestBlock } from './chain.js'
import type { Handlers } from './handler.js'
import { change, dropTransfer, endWindowAt, sendTransfer, settle, stepTo } from './order-changes.js'
import { requireOrder } from './order-operations.js'
import { type AppOrder, type OnChainOrder, type OrderStatus, presentOrder } from './orders.js'
import { Refusal } from './refusal.js'
import type { Scope, World } from './world.js'

/** What `overpay` sends beyond what is missing. */
const OVERPAYMENT = usdt('10')
/** More than this no merchant is given to play with. */
const PLAY_MONEY = usdt('10000000')
const CHAIN_STEP = usdt('0.000001')
const PAYABLE_STATUSES = ['OPEN', 'EXPIRED', 'UNDERPAID'] as const

/** Makes the operation of the test helpers. */
export function simulationHandlers(world: World): Pick<Handlers, 'simulateOrder'> {
  return {
    simulateOrder({ params, body, caller: { key } }) {
      if (key.environment === 'live') throw new Refusal('forbidden')
      const order = requireOrder(world, key, params.id)
      const { action, amount, remark } = body
      const takesRemark = order.kind === 'app' && (action === 'pay' || action === 'authorise')
      if (amount !== undefined && (action === 'expire' || action === 'reorg')) {
        throw new Refusal('invalid_parameter', { parameter: 'amount' })
      }
      if (remark !== undefined && !takesRemark)
        throw new Refusal('invalid_parameter', { parameter: 'remark' })
      if (order.kind === 'app') simulateApp(world, order, body)
      else simulateChain(world, order, body)
      return { status: 200, body: presentOrder(world, order) }
    },
  }
}

function simulateApp(world: World, order: AppOrder, { action, amount: text, remark }: SimulateOrder): void {
  const { authorised } = order
  if (action === 'expire') return expireApp(world, order)
  if (action !== 'pay' && action !== 'authorise') throw new Refusal('action_not_possible')
  // What was authorised stands as it is; settling adds nothing to it.
  if (authorised !== null && action === 'pay' && text === undefined && remark === undefined) {
    return settle(world, order, authorised)
  }
  const isOver = world.clock.now() >= order.expireAt
  if (order.status !== 'OPEN' || isOver) throw new Refusal('action_not_possible')
  const amount = readAppAmount(order, text)
  requirePlayMoney(world, order, amount)
  order.remark = remark ?? null
  order.authorised = amount
  change(world, order, stepTo('PENDING_CONFIRM'))
  if (action === 'pay') settle(world, order, amount)
}

/** Ends the window now; an authorisation goes with it. */
function expireApp(world: World, order: AppOrder): void {
  const { status } = order
  if (status !== 'OPEN' && status !== 'PENDING_CONFIRM') throw new Refusal('action_not_possible')
  endWindowAt(world, order, world.clock.now())
  if (status === 'OPEN') return
  order.remark = null
  order.authorised = null
  change(world, order, stepTo('EXPIRED'))
}

function readAppAmount(order: AppOrder, text: string | undefined): Usdt {
  if (order.amount !== null) {
    if (text === undefined || readAmount(text, 8) === order.amount) return order.amount
    throw new Refusal('invalid_amount')
  }
  if (text === undefined) throw new Refusal('amount_required')
  const amount = readAmount(text, order.scale)
  requireAppLimits(amount)
  return amount
}

function simulateChain(world: World, order: OnChainOrder, { action, amount: text }: SimulateOrder): void {
  const given = text === undefined ? undefined : readAmount(text, 6)
  const { now } = world.clock
  switch (action) {
    case 'pay':
      return pay(world, order, given ?? missing(order))
    case 'underpay':
      return underpay(world, order, given)
    case 'overpay':
      if (given !== undefined && given <= missing(order)) throw new Refusal('invalid_amount')
      return pay(world, order, given ?? add(missing(order), OVERPAYMENT))
    case 'late_pay':
      return payLate(world, order, given ?? missing(order))
    case 'expire':
      requireStatus(order, 'OPEN')
      return endWindowAt(world, order, now())
    case 'freeze':
      requireStatus(order, ...PAYABLE_STATUSES, 'CONFIRMING', 'PAID', 'EXPIRED_PAID')
      return void send(world, order, given ?? missing(order), true)
    case 'reorg':
      return reorg(world, order)
    default:
      throw new Refusal('action_not_possible')
  }
}

function pay(world: World, order: OnChainOrder, value: Usdt): void {
  requireStatus(order, 'OPEN')
  requireInTime(world, order)
  send(world, order, value, false)
}

/** Too little, and the window ends right after it. */
function underpay(world: World, order: OnChainOrder, given: Usdt | undefined): void {
  requireStatus(order, 'OPEN')
  const lacks = sub(order.minDue, order.received)
  const half = usdt('0') + (order.amount / 2n / CHAIN_STEP) * CHAIN_STEP
  const value = given ?? ((half < lacks ? half : lacks - CHAIN_STEP) as Usdt)
  if (value === 0n) throw new Refusal('action_not_possible')
  if (value >= lacks) throw new Refusal('invalid_amount')
  requireInTime(world, order)
  endWindowAt(world, order, send(world, order, value, false) + 1)
}

function payLate(world: World, order: OnChainOrder, value: Usdt): void {
  requireStatus(order, ...PAYABLE_STATUSES)
  send(world, order, value, false)
  if (order.status === 'OPEN') endWindowAt(world, order, newestBlock(world.clock) * BLOCK_MS)
}

/** Takes the newest payment off the chain with its next block. */
function reorg(world: World, order: OnChainOrder): void {
  const standing = order.transfers.filter(({ state }) => state === 'seen' || state === 'confirmed')
  const newest = standing.at(-1)
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

function requirePlayMoney(world: World, scope: Scope, more: Usdt): void {
  const { available, held, frozen } = balanceOf(world, scope)
  if (available + held + frozen + more > PLAY_MONEY) throw new Refusal('action_not_possible')
}
