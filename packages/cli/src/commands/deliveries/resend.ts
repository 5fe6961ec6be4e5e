import type { MerchantPay } from '@merchantpay/sdk'
import type { Context } from '../../context.js'
import { findDeliveries, findDelivery } from '../../deliveries/find-deliveries.js'
import { usage } from '../../failure.js'
import { deliveryRow } from './delivery-row.js'

const DEFAULT_SINCE_MS = 86_400_000
/** One call sends no more than these. */
const MOST = 1_000

/** Sends one delivery once more, or all that failed. */
export async function run(context: Context): Promise<undefined> {
  const { input } = context
  const id = input.operand('delivery')
  if ((id === undefined) === !input.flag('failed')) throw usage('name a delivery, or give --failed')
  const refused =
    id !== undefined && ['since', 'dry-run'].find((name) => input.text(name) ?? input.flag(name))
  if (refused) throw usage(`--${refused} belongs to --failed`)
  await (id === undefined ? resendFailed(context) : resendOne(context, id))
  return undefined
}

async function resendOne({ input, output, signal, client }: Context, id: string): Promise<void> {
  const mp = await client()
  const delivery = await findDelivery(mp, id, { endpoint: input.text('endpoint') }, signal)
  if (delivery) {
    const sent = await mp.webhooks.redeliver(delivery.webhook_id, id, { signal })
    output.card(sent, deliveryRow(sent))
  } else output.card(await mp.testHelpers.resendDelivery(id, { signal }))
}

async function resendFailed({ input, output, signal, client }: Context): Promise<void> {
  const mp = await client()
  const sinceAt = Date.now() - (input.durationMs('since') ?? DEFAULT_SINCE_MS)
  const filter = { endpoint: input.text('endpoint'), sinceAt }
  const all = await findDeliveries(mp, filter, MOST, signal)
  // One that was sent again is represented by its repetition.
  const repeated = new Set(all.map(({ redelivery_of }) => redelivery_of))
  const failed = all.filter(({ id, status }) => status === 'FAILED' && !repeated.has(id))
  if (input.flag('dry-run')) return output.table(failed, deliveryRow)
  output.table(await redeliverAll(mp, failed, signal), deliveryRow)
}

/** One after another: the endpoint of the API has a limit of its own. */
async function redeliverAll(
  mp: MerchantPay,
  failed: Awaited<ReturnType<typeof findDeliveries>>,
  signal: AbortSignal,
) {
  const sent = []
  for (const { webhook_id, id } of failed) sent.push(await mp.webhooks.redeliver(webhook_id, id, { signal }))
  return sent
}
