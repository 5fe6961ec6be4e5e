import { RETRY_DELAYS_MS } from '@merchantpay/core/delivery-attempts'
import type { Context } from '../context.js'
import { durationText } from '../input.js'
import { escaped } from '../output.js'
import { programName } from '../spelling.js'
import type { FailedForward } from './failed-forwards.js'
import type { Answer } from './forward.js'

type Delivery = FailedForward['delivery']
/** Called after each attempt; without an answer for a webhook that goes nowhere. */
export type Report = (
  delivery: Delivery,
  answer: Answer | undefined,
  failed: FailedForward | undefined,
) => void

/** Prints a webhook, the answer of its receiver, and after a failure when it is sent again. */
export const reporter =
  ({ env, output }: Context): Report =>
  (delivery, answer, failed) => {
    const { delivery_id, event_type, body } = delivery
    const { data } = JSON.parse(body) as { data: Record<string, unknown> } // of the service
    const subject = data.order_number ?? data.withdrawal_number
    const document = { event: event_type, delivery_id, subject, ...answer, ...(failed && waitingOf(failed)) }
    output.result(document, () => {
      const words = [output.paint('bold', escaped(event_type)), escaped(`${subject}`), escaped(delivery_id)]
      if (!answer) return words.join('  ')
      const { status, ms, problem } = answer
      const isGood = status !== undefined && problem === undefined
      const outcome = output.paint(isGood ? 'green' : 'red', status === undefined ? 'no answer' : `${status}`)
      const line = [...words, outcome, `${ms} ms`].join('  ')
      if (isGood) return line
      const command = `${programName(env)} deliveries resend ${delivery_id}`
      return [line, ...indented(problem ?? ''), ...indented(againText(failed, command))].join('\n')
    })
  }

const waitingOf = ({ attempts, next_attempt_at: at }: FailedForward) => ({
  attempts,
  next_attempt_at: at === null ? null : new Date(at).toISOString(),
})

function againText(failed: FailedForward | undefined, command: string): string {
  const delay = failed && RETRY_DELAYS_MS[failed.attempts]
  if (delay === undefined || failed?.next_attempt_at === null) return `to send it again: ${command}`
  const count = `attempt ${failed?.attempts} of ${RETRY_DELAYS_MS.length}`
  return `${count}: it is sent again in ${durationText(delay)}; at once: ${command}`
}

const indented = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => `    ${escaped(line)}`)
