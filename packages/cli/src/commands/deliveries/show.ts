import type { RetrievedDelivery } from '@merchantpay/sdk'
import type { Context } from '../../context.js'
import { findDelivery } from '../../deliveries/find-deliveries.js'
import { EXIT } from '../../exit-codes.js'
import { Failure } from '../../failure.js'
import { cardOf, escaped, rowOf } from '../../output.js'

/** Shows a delivery with its attempts and the answers of the receiver. */
export async function run(context: Context): Promise<undefined> {
  const { input, output, signal } = context
  const id = input.requiredOperand('delivery')
  const mp = await context.client()
  const delivery = await findDelivery(mp, id, { endpoint: input.text('endpoint') }, signal)
  if (!delivery)
    throw new Failure(
      'delivery_not_found',
      `no endpoint has a delivery ${id}. One that only listen got has no attempts to show: merchantpay deliveries resend ${id} sends it again`,
      EXIT.api,
    )
  output.result(delivery, () => {
    const { attempt_log, ...fields } = delivery
    return [cardOf(rowOf(fields)), '', ...attempt_log.flatMap(attemptLines)].join('\n')
  })
  return undefined
}

type Attempt = RetrievedDelivery['attempt_log'][number]

function attemptLines(attempt: Attempt): string[] {
  const {
    attempt: number,
    ended_at,
    response_status,
    duration_ms,
    error,
    error_detail,
    response_body,
  } = attempt
  const ms = duration_ms === null ? [] : [`${duration_ms} ms`]
  const reason = error_detail === null ? [] : [error_detail]
  const words = [`attempt ${number}`, ended_at, `${response_status ?? error}`, ...ms, ...reason]
  return [
    escaped(words.join('  ')),
    ...(response_body ? response_body.split('\n').map((line) => `    ${escaped(line)}`) : []),
  ]
}
