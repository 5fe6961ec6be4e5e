import { type Order, WaitError } from '@merchantpay/sdk'
import type { Context } from '../../context.js'
import { EXIT, EXIT_BY_STATUS } from '../../exit-codes.js'
import { orderId } from './order-id.js'
import { orderRow } from './order-row.js'

/** Waits for the payment of an order. @returns the exit code of its status */
export async function run(context: Context): Promise<number> {
  const { input, output, signal } = context
  const mp = await context.client()
  const timeoutMs = input.durationMs('timeout')
  const graceAfterExpiryMs = input.durationMs('grace')
  const order = await mp.orders
    .waitForPaid(await orderId(mp, context), { timeoutMs, graceAfterExpiryMs, signal })
    .catch((error: unknown) => {
      // The order ended otherwise, which is an answer and no failure.
      if (error instanceof WaitError && error.reason !== 'timeout' && error.order) return error.order as Order
      throw error
    })
  output.card(order, orderRow(order))
  return EXIT_BY_STATUS[order.status] ?? EXIT.api
}
