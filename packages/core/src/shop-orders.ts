import { parseDecimal, USDT_DECIMALS } from './money.js'

/** The parts of an order that a shop decides by. */
interface OrderState {
  readonly status: string
  readonly received_amount: string
}

interface RefundState {
  readonly status: string
  readonly amount: string
}

/** Whether an order has brought its price, in time or late. */
export const isPaid = ({ status }: Pick<OrderState, 'status'>): boolean =>
  status === 'PAID' || status === 'EXPIRED_PAID'

/** Whether something follows for the cart of an order. */
export const isTold = (order: Pick<OrderState, 'status'>): boolean =>
  isPaid(order) || order.status === 'UNDERPAID' || order.status === 'FROZEN'

/** Whether money has come, or may be on its way, so that the customer must not be asked for it again. */
export const hasMoneyUnderWay = ({ status, received_amount }: OrderState): boolean =>
  status === 'FROZEN' || (['OPEN', 'CONFIRMING', 'EXPIRED'].includes(status) && units(received_amount) > 0n)

/** Whether a refund was paid out or may still be. */
export const isStanding = ({ status }: Pick<RefundState, 'status'>): boolean =>
  status !== 'FAILED' && status !== 'CANCELED'

/** The part of an order's credited amount that no refund has taken. @returns 1e-8 USDT */
export const leftToRefund = (credited: string, refunds: readonly RefundState[]): bigint =>
  refunds.filter(isStanding).reduce((left, { amount }) => left - units(amount), units(credited))

/** Ends the window of an order. @returns false when a payment has come meanwhile */
export async function endWindow(
  { orders }: { readonly orders: { expire(id: string): Promise<unknown> } },
  id: string,
): Promise<boolean> {
  try {
    await orders.expire(id)
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === 'action_not_possible') return false
    throw error
  }
}

const units = (amount: string): bigint => parseDecimal(amount, USDT_DECIMALS, USDT_DECIMALS) ?? 0n
