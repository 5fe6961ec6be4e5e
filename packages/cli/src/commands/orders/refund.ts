import type { Context } from '../../context.js'
import { usage } from '../../failure.js'
import { amountOf } from '../amount.js'
import { reviewText } from '../review.js'

/** As in the contract; the service checks the checksum too. */
const ADDRESS = /^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/

/** Refunds money of an order. */
export async function run(context: Context): Promise<undefined> {
  const { input, output, signal } = context
  const amount = input.text('amount')
  const idempotencyKey = input.text('idempotency-key')
  const to = input.required('to')
  if (!ADDRESS.test(to))
    throw usage('--to takes an address of TRON, T and 33 characters, or of Ethereum, 0x and 40 hex digits')
  const body = {
    destination_address: to,
    ...(amount !== undefined && { amount: amountOf('--amount', amount) }),
  }
  const mp = await context.client()
  const options = { signal, ...(idempotencyKey !== undefined && { idempotencyKey }) }
  const refund = await mp.orders.refund(input.requiredOperand('order'), body, options)
  output.card(refund)
  if (refund.status === 'REVIEW') output.note(reviewText(context, refund))
  return undefined
}
