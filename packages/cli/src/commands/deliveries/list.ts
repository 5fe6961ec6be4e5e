import type { Context } from '../../context.js'
import { findDeliveries } from '../../deliveries/find-deliveries.js'
import { spelled } from '../../spelling.js'
import { deliveryRow } from './delivery-row.js'

const DEFAULT_LIMIT = 20
const MOST = 1_000
const NOT_LISTED =
  'Deliveries are those to endpoints. A webhook that only listen got is not listed: merchantpay deliveries resend <id> sends it again, and merchantpay listen --since 1h everything.'

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
  const found = await findDeliveries(await context.client(), filter, max, signal)
  output.table(found, deliveryRow)
  if (found.length === 0) output.note(spelled(context, NOT_LISTED))
  return undefined
}
