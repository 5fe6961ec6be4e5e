import type { EventListOptions, EventType, ListedEvent } from '@merchantpay/sdk'
import type { Context } from '../../context.js'
import { eventOf } from '../../events.js'
import { usage } from '../../failure.js'
import { serviceTime } from '../../listen/service-time.js'
import type { Row } from '../../output.js'

const DAY_MS = 24 * 60 * 60_000
const DEFAULT_LIMIT = 100
const MOST = 10_000

/** Lists events, oldest first; with `--follow` each new one as it comes. */
export async function run(context: Context): Promise<undefined> {
  const { input, output } = context
  const options = await optionsOf(context)
  const mp = await context.client()
  if (input.flag('follow')) {
    for await (const event of mp.events.follow({ ...options, everyMs: 2_000 }))
      output.result(event, () => Object.values(rowOf(event)).join('  '))
    return undefined
  }
  const max = input.number('limit', 1, MOST) ?? DEFAULT_LIMIT
  const events: ListedEvent[] = []
  for await (const event of mp.events.list(options)) if (events.push(event) >= max) break
  output.table(events, rowOf)
  return undefined
}

async function optionsOf(context: Context): Promise<EventListOptions> {
  const { input, signal } = context
  const types = input.words('type').map(eventOf)
  const of = { signal, ...(types.length > 0 && { types: types satisfies EventType[] }) }
  const [after, sinceMs] = [input.text('after'), input.durationMs('since')]
  if (after !== undefined && sinceMs !== undefined) throw usage('--since has no meaning with --after')
  if (after !== undefined) return { ...of, after }
  const since = (await serviceTime(context, context.account())) - (sinceMs ?? DAY_MS)
  return { ...of, created_from: new Date(since).toISOString() }
}

function rowOf({ cursor, payload: { event, timestamp, data } }: ListedEvent): Row {
  const subject = 'order_number' in data ? data.order_number : data.withdrawal_number
  return { timestamp, event, subject, status: data.status, cursor }
}
