import type { DeliveryEvent } from '@merchantpay/sdk'
import { newClient } from '../account/client.js'
import type { Context } from '../context.js'
import { usage } from '../failure.js'
import { connectionNotes } from '../listen/connection-notes.js'
import { type Answer, forward } from '../listen/forward.js'
import { Position } from '../listen/position.js'
import { type Routes, readRoutes } from '../listen/routes.js'
import { serviceTime } from '../listen/service-time.js'
import { escaped } from '../output.js'
import { programName } from '../spelling.js'

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
  const { baseUrl, keyId, source } = account
  const mp = await newClient(account, output, connectionNotes(baseUrl, output))
  const { id } = await mp.merchants.me({ signal })
  const position = Position.read(context, [baseUrl, id, ...input.list('forward-to'), ...input.list('route')])
  const isContinued = sinceMs === undefined && position.lastEventId !== undefined
  if (!isContinued) position.begin((await serviceTime(context, account)) - Math.min(sinceMs ?? 0, OLDEST_MS))
  const from = isContinued ? ', from where it ended' : sinceMs ? `, from ${input.text('since')} ago` : ''
  output.note(`listening to ${baseUrl} with ${keyId} of ${source}${from}`)
  try {
    // The id is stored before, so no event is missed while the stream opens.
    for await (const event of mp.testHelpers.streamDeliveries({ lastEventId: position.lastEventId, signal }))
      await take(context, event, { routes, position })
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return undefined
}

interface Listener {
  readonly routes: Routes
  readonly position: Position
}

async function take(context: Context, event: DeliveryEvent, { routes, position }: Listener): Promise<void> {
  const { delivery, gap, eventId = position.lastEventId ?? '' } = event
  if (gap) context.output.note('webhooks may be missing here: the service keeps them for a day')
  const isWanted = !position.has(delivery.delivery_id) && routes.isWanted(delivery.event_type)
  const url = isWanted ? routes.urlOf(delivery.event_type) : undefined
  const answer = url === undefined ? undefined : await forward(url, delivery, context.signal)
  // After the POST: an end in between sends a webhook twice, and never loses it. A line that was printed is final.
  position.pass(delivery.delivery_id, eventId)
  if (isWanted) report(context, delivery, answer)
}

function report(
  { env, output }: Context,
  delivery: DeliveryEvent['delivery'],
  answer: Answer | undefined,
): void {
  const { delivery_id, event_type, body } = delivery
  const { data } = JSON.parse(body) as { data: Record<string, unknown> } // of the service
  const subject = data.order_number ?? data.withdrawal_number
  const document = { event: event_type, delivery_id, subject, ...answer }
  output.result(document, () => {
    const words = [output.paint('bold', escaped(event_type)), escaped(`${subject}`), escaped(delivery_id)]
    if (!answer) return words.join('  ')
    const { status, ms, problem } = answer
    const isGood = status !== undefined && problem === undefined
    const outcome = output.paint(isGood ? 'green' : 'red', status === undefined ? 'no answer' : `${status}`)
    const line = [...words, outcome, `${ms} ms`].join('  ')
    if (isGood) return line
    const again = `to send it again: ${programName(env)} deliveries resend ${delivery_id}`
    return [line, ...indented(problem ?? ''), ...indented(again)].join('\n')
  })
}

const indented = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => `    ${escaped(line)}`)
