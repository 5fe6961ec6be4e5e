import type { MerchantPay, WebhookDelivery } from '@merchantpay/sdk'
import type { Context } from '../../context.js'
import { findDeliveries, findDelivery } from '../../deliveries/find-deliveries.js'
import { usage } from '../../failure.js'
import { escaped } from '../../output.js'
import { spelled } from '../../spelling.js'
import { deliveryRow } from './delivery-row.js'

const DEFAULT_SINCE_MS = 86_400_000
const NONE_FAILED =
  'No delivery to an endpoint failed. listen repeats by itself what it could not forward: merchantpay deliveries list --local'

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

async function resendFailed(context: Context): Promise<void> {
  const { input, output, signal, client } = context
  const isDryRun = input.flag('dry-run')
  const mp = await client(isDryRun ? 'read' : 'write')
  const failed = await findFailed(mp, context)
  if (isDryRun || failed.length === 0) {
    output.table(failed, deliveryRow)
    if (failed.length === 0) output.note(spelled(context, NONE_FAILED))
    return
  }
  // One after another: the endpoint of the API has a limit of its own.
  for (const { webhook_id, id } of failed) {
    const sent = await mp.webhooks.redeliver(webhook_id, id, { signal })
    output.result(sent, () => escaped(`${sent.id}  ${sent.event_type}  repeats ${id}`))
  }
}

/** Every failed delivery that was not sent again since, oldest first. */
async function findFailed(mp: MerchantPay, { input, signal }: Context): Promise<WebhookDelivery[]> {
  const sinceAt = Date.now() - (input.durationMs('since') ?? DEFAULT_SINCE_MS)
  const all = await findDeliveries(mp, { endpoint: input.text('endpoint'), sinceAt }, Infinity, signal)
  const repeated = new Set(all.map(({ redelivery_of }) => redelivery_of))
  return all.filter(({ id, status }) => status === 'FAILED' && !repeated.has(id)).reverse()
}
