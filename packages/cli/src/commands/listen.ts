import type { DeliveryEvent } from '@merchantpay/sdk'
import type { Context } from '../context.js'
import { type Answer, forward } from '../listen/forward.js'
import { Position } from '../listen/position.js'
import { readRoutes } from '../listen/routes.js'

/** Follows the webhooks of the merchant's test environment until it is interrupted. */
export async function run(context: Context): Promise<undefined> {
  const { input, output, signal } = context
  const routes = readRoutes(input)
  const { baseUrl, keyId, source } = context.account()
  const mp = await context.client()
  const { id } = await mp.merchants.me({ signal })
  const position = Position.read(context, [baseUrl, id, ...input.list('forward-to'), ...input.list('route')])
  const now = Date.now()
  const sinceMs = input.durationMs('since')
  const lastEventId = sinceMs === undefined ? position.lastEventId : `${now - sinceMs}`
  if (lastEventId === undefined) position.begin(`${now}`)
  output.note(
    `listening to ${baseUrl} with ${keyId} of ${source}${lastEventId === undefined ? '' : ', from where it ended'}`,
  )
  try {
    for await (const { delivery, eventId } of mp.testHelpers.streamDeliveries({ lastEventId, signal })) {
      const isNew = !position.has(delivery.delivery_id)
      if (isNew && routes.isWanted(delivery.event_type))
        report(context, delivery, await deliver(delivery, routes.urlOf(delivery.event_type), signal))
      // After the POST: an end in between sends a webhook twice, and never loses it.
      position.pass(delivery.delivery_id, eventId)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return undefined
}

async function deliver(
  delivery: DeliveryEvent['delivery'],
  url: string | undefined,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  return url === undefined ? undefined : forward(url, delivery, signal)
}

function report({ output }: Context, delivery: DeliveryEvent['delivery'], answer: Answer | undefined): void {
  const { delivery_id, event_type, body } = delivery
  const { data } = JSON.parse(body) as { data: Record<string, unknown> } // of the service
  const subject = data.order_number ?? data.withdrawal_number
  const document = { event: event_type, delivery_id, subject, ...answer }
  output.result(document, () => {
    const words = [output.paint('bold', event_type), `${subject}`, delivery_id]
    if (!answer) return words.join('  ')
    const { status, ms, problem } = answer
    const isGood = status !== undefined && problem === undefined
    const outcome = output.paint(isGood ? 'green' : 'red', status === undefined ? 'no answer' : `${status}`)
    return [[...words, outcome, `${ms} ms`].join('  '), ...(problem ? indented(problem) : [])].join('\n')
  })
}

const indented = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`)
