import type { DeliveryEvent, MerchantPay } from '@merchantpay/sdk'
import { newClient } from '../account/client.js'
import { SPELLINGS } from '../account/spellings.js'
import type { Context } from '../context.js'
import { usage } from '../failure.js'
import { connectionNotes } from '../listen/connection-notes.js'
import { FailedForwards } from '../listen/failed-forwards.js'
import { forward } from '../listen/forward.js'
import { Position } from '../listen/position.js'
import { repeatFailed } from '../listen/repeats.js'
import { type Report, reporter } from '../listen/report.js'
import { type Routes, readRoutes } from '../listen/routes.js'
import { repeatTime, serviceTime } from '../listen/service-time.js'

/** The service keeps events for a day. */
const MOST_MS = 86_400_000
/** A minute less, so that the oldest event is still there when the stream opens. */
const OLDEST_MS = MOST_MS - 60_000

/** Follows the webhooks of the merchant's test environment until it is interrupted. */
export async function run(context: Context): Promise<undefined> {
  const { input, output, signal } = context
  const routes = readRoutes(input)
  const sinceMs = input.durationMs('since')
  if (sinceMs !== undefined && sinceMs > MOST_MS) throw usage('--since takes 1d at most')
  const account = context.account()
  const { baseUrl, keyId, source, webhookSecret } = account
  const mp = await newClient(account, output, connectionNotes(baseUrl, output))
  const { id } = await mp.merchants.me({ signal })
  const key = [baseUrl, id, ...input.list('forward-to'), ...input.list('route')]
  const position = Position.read(context, key)
  const isContinued = sinceMs === undefined && position.lastEventId !== undefined
  if (!isContinued) position.begin((await serviceTime(context, account)) - Math.min(sinceMs ?? 0, OLDEST_MS))
  const from = isContinued ? ', from where it ended' : sinceMs ? `, from ${input.text('since')} ago` : ''
  output.note(`listening to ${baseUrl} with ${keyId} of ${source}${from}`)
  const report = reporter(context)
  // Another text signs nothing, and forwarding needs no secret.
  const secret = SPELLINGS.webhook_secret.test(webhookSecret ?? '') ? webhookSecret : undefined
  if (webhookSecret !== undefined && secret === undefined)
    output.note('WEBHOOK_SECRET is not like whsec_...: what fails is not repeated')
  const failed =
    secret === undefined ? undefined : FailedForwards.read(context, { baseUrl, merchantId: id }, key)
  const repeats = failed && secret !== undefined && { baseUrl, webhookSecret: secret, failed, report }
  const listener = { routes, position, failed, baseUrl, report }
  const ended = new AbortController()
  const within = AbortSignal.any([signal, ended.signal])
  try {
    await Promise.all([
      follow(context, mp, listener, within),
      repeats && repeatFailed(context, repeats, within),
    ])
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    ended.abort()
  }
  return undefined
}

interface Listener {
  readonly routes: Routes
  readonly position: Position
  /** Undefined where no webhook secret is known, which a repeat is signed with. */
  readonly failed: FailedForwards | undefined
  readonly baseUrl: string
  readonly report: Report
}

async function follow(
  context: Context,
  mp: MerchantPay,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  // The id is stored before, so no event is missed while the stream opens.
  const { lastEventId } = listener.position
  for await (const event of mp.testHelpers.streamDeliveries({ lastEventId, signal }))
    await take(context, event, listener)
}

async function take(context: Context, event: DeliveryEvent, listener: Listener): Promise<void> {
  const { routes, position, failed, baseUrl, report } = listener
  const { delivery, gap, eventId = position.lastEventId ?? '' } = event
  if (gap) context.output.note('webhooks may be missing here: the service keeps them for a day')
  const isWanted = !position.has(delivery.delivery_id) && routes.isWanted(delivery.event_type)
  const url = isWanted ? routes.urlOf(delivery.event_type) : undefined
  const answer = url === undefined ? undefined : await forward(url, delivery, context.signal)
  const repeated = answer && failed?.record(delivery, answer, await repeatTime(context, baseUrl))
  // After the POST: an end in between sends a webhook twice, and never loses it. A line that was printed is final.
  position.pass(delivery.delivery_id, eventId)
  if (isWanted) report(delivery, answer, repeated)
}
