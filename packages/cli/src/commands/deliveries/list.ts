import type { Context } from '../../context.js'
import { findDeliveries } from '../../deliveries/find-deliveries.js'
import { deliveryRow } from './delivery-row.js'

const DEFAULT_LIMIT = 20
const MOST = 1_000

/** Lists deliveries to the endpoints of the merchant. */
export async function run(context: Context): Promise<undefined> {
  const { input, output, signal } = context
  const sinceMs = input.durationMs('since')
  const filter = {
    endpoint: input.text('endpoint'),
    status: input.text('status'),
    event: input.text('event'),
    sinceAt: sinceMs && Date.now() - sinceMs,
  }
  const max = input.number('limit', 1, MOST) ?? DEFAULT_LIMIT
  output.table(await findDeliveries(await context.client(), filter, max, signal), deliveryRow)
  return undefined
}
