import type { Context } from '../context.js'
import { CUSTODY_LIMIT, platformBalance } from '../ledger/ledger.js'
import type { AppOrder, Order } from '../orders/order.js'
import { OrderUnitOfWork } from '../orders/order-unit-of-work.js'
import { DomainError } from '../shared/errors.js'
import { APP_DECIMALS, parseUsdt, type Usdt } from '../shared/money.js'
import { SerializationConflict } from '../store/store.js'
import type { Tx } from '../store/unit-of-work.js'
import type { AppPayment } from './app-payment.js'

/** Input of {@link createAppPayment}. */
export interface Authorisation {
  /** Required for CUSTOM, optional for FIXED. */
  readonly amount: string | undefined
  readonly payerReference: string
  readonly remark: string | null
  /** Whether to settle the payment at once. */
  readonly isSettled: boolean
}
/** A payment with its order. */
export interface PaidApp {
  readonly payment: AppPayment
  readonly order: AppOrder
}
export interface AppPaymentChange extends PaidApp {
  /** True if an earlier call had the same effect, so that this one changed nothing. */
  readonly replayed: boolean
}

/**
 * Records a payer's authorisation: the amount is reserved until the payment is settled or voided, or settled at once. A
 * repeated call with the same payer reference and amount returns the existing payment.
 *
 * @throws order_not_payable if the order is not an open app order, its window is over, or the custody cap is reached;
 * amount_does_not_match
 */
export async function createAppPayment(
  tx: Tx,
  context: Context,
  orderId: string,
  authorisation: Authorisation,
): Promise<AppPaymentChange> {
  const order = await lockAppOrder(tx, orderId)
  const standing = await tx.appPayments.findStanding(orderId)
  if (standing && isSame(order, standing, authorisation)) return { payment: standing, order, replayed: true }
  const windowOver = context.clock.now() >= order.expireAt
  if (standing || order.status !== 'OPEN' || windowOver) throw new DomainError('order_not_payable')
  const amount = requireAmount(order, authorisation.amount)
  const owed = await platformBalance(tx, order.environment, 'app_rail')
  if (owed + amount > CUSTODY_LIMIT) throw new DomainError('order_not_payable')
  const payment = newPayment(context, order, amount, authorisation)
  await tx.appPayments.insert(payment)
  const orderUnit = new OrderUnitOfWork(tx, context)
  const fact = { kind: 'authorised', payment, remark: payment.remark, windowOver } as const
  const authorised = { payment, order: await orderUnit.apply(order, fact) }
  const made = authorisation.isSettled ? await settle(tx, context, orderUnit, authorised) : authorised
  await orderUnit.post()
  return { ...made, replayed: false }
}

/** Settles a payment. Settling again changes nothing. @throws payment_not_found, payment_already_voided */
export async function settleAppPayment(tx: Tx, context: Context, id: string): Promise<AppPaymentChange> {
  const paid = await lockPayment(tx, id)
  if (paid.payment.status === 'SETTLED') return { ...paid, replayed: true }
  if (paid.payment.status === 'VOIDED') throw new DomainError('payment_already_voided')
  const orderUnit = new OrderUnitOfWork(tx, context)
  const settled = await settle(tx, context, orderUnit, paid)
  await orderUnit.post()
  return { ...settled, replayed: false }
}

/** Voids a payment. Voiding again changes nothing. @throws payment_not_found, payment_already_settled */
export async function voidAppPayment(tx: Tx, context: Context, id: string): Promise<AppPaymentChange> {
  const { payment, order } = await lockPayment(tx, id)
  if (payment.status === 'VOIDED') return { payment, order, replayed: true }
  if (payment.status === 'SETTLED') throw new DomainError('payment_already_settled')
  const orderUnit = new OrderUnitOfWork(tx, context)
  const windowOver = context.clock.now() >= order.expireAt
  const released = await orderUnit.apply(order, { kind: 'voided', payment, windowOver })
  const voided = await resolve(tx, context, payment, 'VOIDED')
  await orderUnit.post()
  return { payment: voided, order: released, replayed: false }
}

async function settle(
  tx: Tx,
  context: Context,
  orderUnit: OrderUnitOfWork,
  { payment, order }: PaidApp,
): Promise<PaidApp> {
  const paid = await orderUnit.apply(order, { kind: 'settled', payment })
  return { payment: await resolve(tx, context, payment, 'SETTLED'), order: paid }
}

function newPayment(
  context: Context,
  { id: orderId, environment }: AppOrder,
  amount: Usdt,
  { payerReference, remark }: Authorisation,
): AppPayment {
  const at = context.clock.now()
  const times = { createdAt: at, updatedAt: at }
  return {
    id: context.ids.uuid(),
    orderId,
    environment,
    status: 'AUTHORISED',
    amount,
    payerReference,
    remark,
    ...times,
  }
}

async function lockAppOrder(tx: Tx, orderId: string): Promise<AppOrder> {
  const order: Order | undefined = await tx.orders.lock(orderId)
  if (order?.kind !== 'app') throw new DomainError('order_not_payable')
  return order
}

/** The lock of the order's row also protects its payments. */
async function lockPayment(tx: Tx, id: string): Promise<PaidApp> {
  const found = await tx.appPayments.find(id)
  if (!found) throw new DomainError('payment_not_found')
  const order = await lockAppOrder(tx, found.orderId)
  const payment = (await tx.appPayments.find(id)) ?? found
  return { payment, order }
}

async function resolve(
  tx: Tx,
  context: Context,
  payment: AppPayment,
  status: 'SETTLED' | 'VOIDED',
): Promise<AppPayment> {
  const resolved = { ...payment, status, updatedAt: context.clock.now() }
  if (!(await tx.appPayments.update(resolved, payment.status)))
    throw new SerializationConflict(`payment ${payment.id} was changed by another transaction`)
  return resolved
}

function isSame(order: AppOrder, standing: AppPayment, { amount, payerReference }: Authorisation): boolean {
  if (standing.payerReference !== payerReference) return false
  return amount === undefined
    ? order.amountMode === 'FIXED'
    : parseUsdt(amount, APP_DECIMALS) === standing.amount
}

/** A FIXED amount must match exactly, a CUSTOM amount must be within the order's limits. @throws amount_does_not_match */
function requireAmount(order: AppOrder, text: string | undefined): Usdt {
  const amount =
    text === undefined ? undefined : parseUsdt(text, order.amount === null ? order.scale : APP_DECIMALS)
  if (order.amount !== null) {
    if (text === undefined || amount === order.amount) return order.amount
    throw new DomainError('amount_does_not_match')
  }
  if (amount === undefined || amount < order.amountMin || amount > order.amountMax) {
    throw new DomainError('amount_does_not_match')
  }
  return amount
}
