import type { DeliveryListOptions } from '@merchantpay/sdk'
import type { Context } from '../../context.js'
import { findDeliveries } from '../../deliveries/find-deliveries.js'
import { usage } from '../../failure.js'
import { type FailedForward, FailedForwards } from '../../listen/failed-forwards.js'
import { repeatTime } from '../../listen/service-time.js'
import { spelled } from '../../spelling.js'
import { deliveryRow } from './delivery-row.js'

const DEFAULT_LIMIT = 20
const MOST = 1_000
const NOT_LISTED =
  'Deliveries are those to endpoints. A webhook that only listen got is not listed: merchantpay deliveries resend <id> sends it again, merchantpay listen --since 1h everything, and merchantpay deliveries list --local shows those that failed.'

/** Lists deliveries to the endpoints of the merchant, or the failed ones of `listen`. */
export async function run(context: Context): Promise<undefined> {
  const { input, output, signal } = context
  if (input.flag('local')) return listLocal(context)
  const sinceMs = input.durationMs('since')
  const filter = {
    endpoint: input.text('endpoint'),
    status: input.text('status') as DeliveryListOptions['status'], // the table allows no other values
    event: input.text('event'),
    sinceAt: sinceMs && Date.now() - sinceMs,
  }
  const max = input.number('limit', 1, MOST) ?? DEFAULT_LIMIT
  const found = await findDeliveries(await context.client(), filter, max, signal)
  output.table(found, deliveryRow)
  if (found.length === 0) output.note(spelled(context, NOT_LISTED))
  return undefined
}

/** Lists what the listeners of this machine could not forward to receivers of the merchant. */
async function listLocal(context: Context): Promise<undefined> {
  const { input, output, signal } = context
  const refused = ['endpoint', 'since'].find((name) => input.text(name) !== undefined)
  if (refused) throw usage(`--${refused} is about endpoints: leave it out with --local`)
  const { baseUrl } = context.account()
  const { id: merchantId } = await (await context.client()).merchants.me({ signal })
  const now = await repeatTime(context, baseUrl)
  const rows = FailedForwards.ofAll(context, { baseUrl, merchantId }, now).map(localRow)
  const isWanted = (name: 'status' | 'event', value: string) => (input.text(name) ?? value) === value
  const found = rows.filter(({ status, event }) => isWanted('status', status) && isWanted('event', event))
  const max = input.number('limit', 1, MOST) ?? DEFAULT_LIMIT
  output.table(found.reverse().slice(0, max), (row) => row)
  return undefined
}

const localRow = ({ delivery, url, attempts, last_error, next_attempt_at: at }: FailedForward) => ({
  id: delivery.delivery_id,
  event: delivery.event_type,
  status: at === null ? 'FAILED' : 'PENDING',
  attempts,
  last_error,
  next_attempt_at: at === null ? null : new Date(at).toISOString(),
  url,
})
