import type { Context } from '../../context.js'
import { amountOf } from '../amount.js'
import { reviewText } from '../review.js'

/** Refunds money of an order. */
export async function run(context: Context): Promise<undefined> {
  const { input, output, signal } = context
  const amount = input.text('amount')
  const idempotencyKey = input.text('idempotency-key')
  const body = {
    destination_address: input.required('to'),
    ...(amount !== undefined && { amount: amountOf('--amount', amount) }),
    ...(input.flag('include-fee') && { include_fee: true }),
  }
  const mp = await context.client()
  const options = { signal, ...(idempotencyKey !== undefined && { idempotencyKey }) }
  const refund = await mp.orders.refund(input.requiredOperand('order'), body, options)
  output.card(refund)
  if (refund.status === 'REVIEW') output.note(reviewText(context, refund))
  return undefined
}
