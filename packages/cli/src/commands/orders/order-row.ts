import type { Order, OrderSummary } from '@merchantpay/sdk'
import { type Row, rowOf } from '../../output.js'

/** The fields of an order, without the one that only the SDK has. */
export function orderRow(order: Order | OrderSummary): Row {
  const { kind: _, ...row } = rowOf(order)
  return row
}
