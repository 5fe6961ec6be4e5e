import type { DeliveryEvent } from '@merchantpay/sdk'
import { ANSWER_MS, noAnswerReason, SHOWN_CHARACTERS } from '../receiver-answer.js'

/** The answer of a receiver, or its absence. */
export interface Answer {
  readonly url: string
  /** Undefined when there was no answer. */
  readonly status: number | undefined
  readonly ms: number
  /** The body of an answer that is not 2xx, or the reason why there was none. */
  readonly problem: string | undefined
}

/** Posts the exact bytes of a webhook with the headers of the service. */
export async function forward(
  url: string,
  { headers, body }: DeliveryEvent['delivery'],
  signal: AbortSignal,
): Promise<Answer> {
  const startedAt = performance.now()
  const passed = () => Math.round(performance.now() - startedAt)
  const deadline = AbortSignal.timeout(ANSWER_MS)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: Buffer.from(body),
      redirect: 'manual', // the service follows no redirect either
      signal: AbortSignal.any([signal, deadline]),
    })
    const text = await response.text()
    const problem = response.ok ? undefined : text.slice(0, SHOWN_CHARACTERS)
    return { url, status: response.status, ms: passed(), problem }
  } catch (error) {
    signal.throwIfAborted()
    return { url, status: undefined, ms: passed(), problem: noAnswerReason(error, deadline) }
  }
}
