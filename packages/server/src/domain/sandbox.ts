import { DomainError } from './errors.js'
import { APP_DECIMALS, CHAIN_DECIMALS, parseUsdt, subtract, type Usdt, ZERO } from './money.js'
import type { AppOrder, OnChainOrder, Order } from './orders.js'
import { payAppOrder } from './payments.js'
import type { Context, Tx } from './ports.js'

export interface Simulation {
  readonly action: 'pay' | 'expire'
  readonly amount: string | undefined
  readonly remark: string | undefined
}

/**
 * Acts on a sandbox order through the doors that real payments use.
 *
 * @throws action_not_possible, invalid_amount, amount_required, amount_out_of_range
 */
export function simulate(tx: Tx, context: Context, order: Order, simulation: Simulation): Promise<Order> {
  const isReachable = order.kind === 'app' || context.sandbox(order) !== undefined
  if (order.status !== 'OPEN' || !isReachable) throw new DomainError('action_not_possible')
  if (simulation.action === 'expire') return expire(tx, context, order, simulation)
  return order.kind === 'app'
    ? payApp(tx, context, order, simulation)
    : payOnChain(tx, context, order, simulation)
}

/** Ends the window now; the expirer does the rest, as it would at any other hour. */
async function expire(
  tx: Tx,
  context: Context,
  order: Order,
  { amount, remark }: Simulation,
): Promise<Order> {
  if (amount !== undefined) throw new DomainError('invalid_parameter', { parameter: 'amount' })
  if (remark !== undefined) throw new DomainError('invalid_parameter', { parameter: 'remark' })
  const at = context.clock.now()
  const changed = {
    ...order,
    expireAt: Math.min(order.expireAt, at),
    updatedAt: at,
    version: order.version + 1,
  }
  if (!(await tx.orders.update(changed))) throw new Error(`order ${order.id} changed meanwhile`)
  return changed
}

/** Sends a transfer that lands in the sandbox's next block. Without an amount it sends what is missing. */
async function payOnChain(
  tx: Tx,
  context: Context,
  order: OnChainOrder,
  { amount, remark }: Simulation,
): Promise<Order> {
  const { environment, network } = order
  const chain = context.sandbox({ environment, network })
  const cursor = await tx.cursors.find({ environment, network })
  if (!chain || !cursor || remark !== undefined) throw new DomainError('action_not_possible')
  const value =
    amount === undefined ? subtract(order.amount, order.received) : readAmount(amount, CHAIN_DECIMALS)
  const block = await chain.pay(tx, { to: order.address.address, value, cursor: cursor.block })
  // Paying late is a story of its own; `pay` promises a payment in time.
  if (block.timeAt >= order.expireAt) throw new DomainError('action_not_possible')
  // A step that the watcher has read but not yet booked does not know this transfer.
  if (!(await tx.cursors.touch(cursor))) throw new Error('cursor moved meanwhile')
  return order
}

async function payApp(
  tx: Tx,
  context: Context,
  order: AppOrder,
  { amount, remark = null }: { amount: string | undefined; remark?: string | null | undefined },
): Promise<Order> {
  if (context.clock.now() >= order.expireAt) throw new DomainError('action_not_possible')
  return payAppOrder(tx, context, order, { amount: appPayment(order, amount), remark })
}

function appPayment(order: AppOrder, text: string | undefined): Usdt {
  if (order.amount !== null) {
    if (text !== undefined && parseUsdt(text, APP_DECIMALS) !== order.amount)
      throw new DomainError('invalid_amount')
    return order.amount
  }
  if (text === undefined) throw new DomainError('amount_required')
  const amount = readAmount(text, order.scale)
  if (amount < order.amountMin || amount > order.amountMax) throw new DomainError('amount_out_of_range')
  return amount
}

function readAmount(text: string, maxDecimals: number): Usdt {
  const amount = parseUsdt(text, maxDecimals)
  if (amount === undefined || amount === ZERO) throw new DomainError('invalid_amount')
  return amount
}
