import type { Context } from '../../context.js'
import { findDelivery } from '../../deliveries/find-deliveries.js'
import { EXIT } from '../../exit-codes.js'
import { Failure } from '../../failure.js'

/** Shows a delivery. */
export async function run(context: Context): Promise<undefined> {
  const { input, output, signal } = context
  const id = input.requiredOperand('delivery')
  const mp = await context.client()
  const delivery = await findDelivery(mp, id, { endpoint: input.text('endpoint') }, signal)
  if (!delivery) throw new Failure('delivery_not_found', `no endpoint has a delivery ${id}`, EXIT.api)
  output.card(delivery)
  return undefined
}
