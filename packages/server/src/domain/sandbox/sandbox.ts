import type { Context } from '../context.js'
import type { AppOrder, OnChainOrder, Order } from '../orders/order.js'
import { endWindowAt, notPossible, windowIsOver } from '../orders/order-window.js'
import { getOrder, lockOrder, requireInRange } from '../orders/orders.js'
import { createAppPayment, settleAppPayment, voidAppPayment } from '../payments/app-payments.js'
import { DomainError } from '../shared/errors.js'
import { APP_DECIMALS, CHAIN_DECIMALS, formatUsdt, parseUsdt, type Usdt } from '../shared/money.js'
import { requirePositive } from '../shared/positive-amount.js'
import type { ChainId, Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { requireTestFunds, type Sandbox, SandboxActions } from './sandbox-actions.js'

/** Input of {@link simulate}. */
export interface Simulation {
  readonly action: 'pay' | 'authorise' | 'underpay' | 'overpay' | 'late_pay' | 'expire' | 'freeze' | 'reorg'
  readonly amount: string | undefined
  readonly remark: string | undefined
}

const REMARKS = 'only pay and authorise of an app-only order take a remark'
const APP_ACTIONS = 'an app-only order allows pay, authorise, expire'

/**
 * Simulates an action on an order of the test environment, with the same code that handles real payments.
 *
 * @throws order_not_found, action_not_possible, invalid_parameter, invalid_amount, amount_required, amount_out_of_range
 */
export async function simulate(
  tx: Tx,
  context: Context,
  scope: Scope,
  orderId: string,
  simulation: Simulation,
): Promise<Order> {
  const found = await getOrder(tx, scope, orderId)
  const { kind } = found
  const { action, amount, remark } = simulation
  const takesAmount = action !== 'expire' && action !== 'reorg'
  const takesRemark = kind === 'app' && (action === 'pay' || action === 'authorise')
  if (amount !== undefined && !takesAmount)
    throw new DomainError('invalid_parameter', { parameter: 'amount', detail: `${action} takes no amount` })
  if (remark !== undefined && !takesRemark)
    throw new DomainError('invalid_parameter', { parameter: 'remark', detail: REMARKS })
  // The cursor is locked before the order, as in the watcher, which prevents deadlocks.
  const sandbox = found.kind === 'on-chain' ? await takeSandbox(tx, context, found, action) : undefined
  const order = await lockOrder(tx, scope, orderId)
  if (order.kind === 'app') return simulateApp(tx, context, order, simulation)
  if (!sandbox)
    throw new DomainError('action_not_possible', { detail: `${order.network} is no sandbox network here` })
  if (order.rejectedAt !== null) throw notPossible(order, ' and rejected')
  return simulateChain(new SandboxActions(tx, context, sandbox, order), simulation)
}

/**
 * Returns the sandbox of an order with its newest recorded block. Actions that change the chain lock the network, so that no
 * block that they change is recorded meanwhile.
 */
async function takeSandbox(
  tx: Tx,
  context: Context,
  order: OnChainOrder,
  action: Simulation['action'],
): Promise<Sandbox | undefined> {
  const id: ChainId = { environment: order.environment, network: order.network }
  const chain = context.sandbox(id)
  if (!chain) return undefined
  if (action !== 'expire') await tx.cursors.lock(id)
  const cursor = await tx.cursors.find(id)
  return cursor && { chain, block: cursor.block }
}

async function simulateApp(
  tx: Tx,
  context: Context,
  order: AppOrder,
  {
    action,
    amount,
    remark = null,
  }: { action: string; amount: string | undefined; remark?: string | null | undefined },
): Promise<Order> {
  const isAuthorised = order.status === 'PENDING_CONFIRM'
  const standing = isAuthorised ? await tx.appPayments.findStanding(order.id) : undefined
  if (action === 'expire') return expireApp(tx, context, order, standing?.id)
  if (action !== 'pay' && action !== 'authorise')
    throw new DomainError('action_not_possible', { detail: APP_ACTIONS })
  // An authorised payment is settled without changes.
  if (standing && action === 'pay' && amount === undefined && remark === null) {
    return (await settleAppPayment(tx, context, standing.id)).order
  }
  if (order.status !== 'OPEN') throw notPossible(order)
  if (context.clock.now() >= order.expireAt) throw windowIsOver()
  await requireTestFunds(tx, order, requireAppAmount(order, amount))
  const payerReference = `simulated ${context.ids.uuid()}`
  const authorisation = { amount, payerReference, remark, isSettled: action === 'pay' }
  return (await createAppPayment(tx, context, order.id, authorisation)).order
}

/** Ends the window now and voids an authorised payment; the expirer then expires the order. */
async function expireApp(
  tx: Tx,
  context: Context,
  order: AppOrder,
  paymentId: string | undefined,
): Promise<Order> {
  if (order.status !== 'OPEN' && paymentId === undefined) throw notPossible(order)
  const ended = await endWindowAt(tx, context, order, context.clock.now())
  return paymentId === undefined ? ended : (await voidAppPayment(tx, context, paymentId)).order
}

function requireAppAmount(order: AppOrder, text: string | undefined): Usdt {
  if (order.amount !== null) {
    const isOther = text !== undefined && parseUsdt(text, APP_DECIMALS) !== order.amount
    const detail = `must be ${formatUsdt(order.amount)} USDT, the amount of the order`
    if (isOther) throw new DomainError('invalid_amount', { param: 'amount', detail })
    return order.amount
  }
  if (text === undefined)
    throw new DomainError('amount_required', { param: 'amount', detail: 'a CUSTOM order has no amount yet' })
  const amount = requirePositive(text, order.scale)
  requireInRange(amount, order)
  return amount
}

function simulateChain(actions: SandboxActions, { action, amount: text }: Simulation): Promise<Order> {
  const amount = text === undefined ? undefined : requirePositive(text, CHAIN_DECIMALS)
  switch (action) {
    case 'pay':
      return actions.pay(amount)
    case 'underpay':
      return actions.underpay(amount)
    case 'overpay':
      return actions.overpay(amount)
    case 'late_pay':
      return actions.payLate(amount)
    case 'freeze':
      return actions.freeze(amount)
    case 'expire':
      return actions.expire()
    case 'reorg':
      return actions.reorg()
    default:
      throw new DomainError('action_not_possible', { detail: 'authorise is for app-only orders' })
  }
}
