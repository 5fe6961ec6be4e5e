import { WaitError } from '@merchantpay/sdk'
import type { Context } from '../../context.js'
import { EXIT, EXIT_BY_STATUS } from '../../exit-codes.js'
import { spelled } from '../../spelling.js'
import { orderId } from './order-id.js'
import { orderRow } from './order-row.js'

/** Waits for the payment of an order. @returns the exit code of its status */
export async function run(context: Context): Promise<number> {
  const { input, output, signal } = context
  const mp = await context.client()
  const timeoutMs = input.durationMs('timeout')
  const graceAfterExpiryMs = input.durationMs('grace')
  const id = await orderId(mp, context)
  const order = await mp.orders
    .waitForPaid(id, { timeoutMs, graceAfterExpiryMs, signal })
    .catch((error: unknown) => {
      // The order ended otherwise, which is an answer and no failure.
      if (error instanceof WaitError && error.reason !== 'timeout' && error.order) return error.order
      throw error
    })
  // Known from a list only.
  if (!('kind' in order))
    output.note(spelled(context, `only a part of the order could be read: merchantpay orders get ${id}`))
  output.card(order, orderRow(order))
  return EXIT_BY_STATUS[order.status] ?? EXIT.api
}
