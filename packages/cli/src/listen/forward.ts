import type { DeliveryEvent } from '@merchantpay/sdk'

/** As the service waits for a receiver. */
const ANSWER_MS = 10_000
/** How much of a body is shown. */
const SHOWN_CHARACTERS = 2_000

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
    const problem = deadline.aborted ? `no answer within ${ANSWER_MS / 1_000} s` : reasonOf(error)
    return { url, status: undefined, ms: passed(), problem }
  }
}

/** Node's fetch wraps the reason in a cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause && !cause.message ? String(cause.code) : cause.message
}
