import { add, sum, type Usdt, usdt } from '@merchantpay/sdk/money'
import { isOf, type Scope } from '../scope.js'
import type { World } from '../world.js'
import type { Withdrawal } from './withdrawal.js'

/** Above these a withdrawal with its fee waits for review: alone, and with the others of its day. */
const AUTO_LIMIT = usdt('1000')
const DAILY_LIMIT = usdt('10000')
/** Refunds of an order that need no review for their number. */
const REFUNDS_PER_ORDER = 5
const DAY_MS = 86_400_000

type Taken = Pick<Withdrawal, 'orderId' | 'amount' | 'fee'>

/** Whether a new withdrawal waits for review because of a limit. Those that failed count towards none. */
export function isAboveLimits(world: World, scope: Scope, withdrawal: Taken): boolean {
  const standing = world.withdrawals.filter((each) => isOf(each, scope) && each.failureCode === null)
  const ofDay = [withdrawal, ...standing.filter(({ createdAt }) => isToday(world, createdAt))]
  if (totalOf([withdrawal]) > AUTO_LIMIT || totalOf(ofDay) > DAILY_LIMIT) return true
  if (withdrawal.orderId === undefined) return false
  const ofOrder = standing.filter(({ orderId }) => orderId === withdrawal.orderId)
  const refunds = ofDay.filter(({ orderId }) => orderId !== undefined)
  return ofOrder.length >= REFUNDS_PER_ORDER || totalOf(refunds) > refundLimit(world, scope, withdrawal.fee)
}

/** The payments of the day, with the fees of five refunds for each. */
function refundLimit(world: World, scope: Scope, fee: Usdt): Usdt {
  const received = world.orders.filter(
    (order) =>
      isOf(order, scope) &&
      isToday(world, order.status === 'UNDERPAID' ? order.createdAt : (order.paidAt ?? 0)),
  )
  const fees = received.flatMap(() => Array<Usdt>(REFUNDS_PER_ORDER).fill(fee))
  return sum([...received.map(({ confirmed }) => confirmed), ...fees])
}

const isToday = ({ clock }: World, at: number): boolean =>
  Math.floor(at / DAY_MS) === Math.floor(clock.now() / DAY_MS)

const totalOf = (withdrawals: readonly Taken[]): Usdt =>
  sum(withdrawals.map(({ amount, fee }) => add(amount, fee)))
