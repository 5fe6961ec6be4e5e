import { add, format, sub, sum, type Usdt, usdt } from '@merchantpay/sdk/money'
import type { Handlers } from '../http/handler.js'
import { Refusal } from '../http/refusal.js'
import { creditedOf } from '../orders/orders.js'
import { isOf, type Scope } from '../scope.js'
import type { World } from '../world.js'

/** A merchant's balance, computed from orders and withdrawals: there is no ledger. */
export interface Balance {
  readonly available: Usdt
  readonly held: Usdt
  readonly frozen: Usdt
}

const ZERO = usdt('0')
/** The most test funds of a merchant. */
const TEST_FUNDS_LIMIT = usdt('10000000')

/** Adds up a merchant's balance in one environment. */
export function balanceOf(world: World, scope: Scope): Balance {
  const orders = world.orders.filter((order) => isOf(order, scope))
  const withdrawals = world.withdrawals.filter((withdrawal) => isOf(withdrawal, scope))
  const debitsIn = (...statuses: string[]) =>
    sum(
      withdrawals
        .filter(({ status }) => statuses.includes(status))
        .map(({ amount, fee }) => add(amount, fee)),
    )
  const creditIn = (isFrozen: boolean) =>
    sum(orders.filter(({ status }) => (status === 'FROZEN') === isFrozen).map(creditedOf))
  const heldOut = debitsIn('PENDING', 'REVIEW', 'PROCESSING', 'BROADCAST')
  const heldIn = sum(orders.map((order) => (order.kind === 'app' ? (order.authorised ?? ZERO) : ZERO)))
  const available = sub(creditIn(false), add(heldOut, debitsIn('COMPLETED')))
  // A negative balance after a freeze is covered first.
  return {
    available: available < ZERO ? ZERO : available,
    held: add(heldOut, heldIn),
    frozen: creditIn(true),
  }
}

/** Makes the handler of the balance. */
export function balanceHandlers(world: World): Pick<Handlers, 'getBalance'> {
  return {
    getBalance({ caller }) {
      const { available, held, frozen } = balanceOf(world, caller.key)
      const amounts = { available: format(available), held: format(held), frozen: format(frozen) }
      return { status: 200, body: { currency: 'USDT', ...amounts } }
    },
  }
}

/** @throws Refusal action_not_possible when `more` would exceed the test funds of a merchant */
export function requireTestFunds(world: World, scope: Scope, more: Usdt): void {
  const { available, held, frozen } = balanceOf(world, scope)
  if (available + held + frozen + more > TEST_FUNDS_LIMIT)
    throw new Refusal('action_not_possible', {
      detail: `a test balance holds at most ${format(TEST_FUNDS_LIMIT)} USDT`,
    })
}
