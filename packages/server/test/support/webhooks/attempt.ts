import { createSecureContext } from 'node:tls'
import type { AttemptOutcome } from '../../../src/domain/webhooks/webhook.js'
import type { AttemptTrace } from '../../../src/domain/webhooks/webhook-attempt.js'
import { createWebhookSender, type SenderOptions } from '../../../src/workers/webhooks/webhook-sender.js'

const SECRETLESS = { 'X-Webhook-Id': 'wd_1' }

/** One attempt through the sender as the server builds it, and how long it took. */
export interface Attempted {
  readonly outcome: AttemptOutcome
  readonly tookMs: number
  /** What was seen of the answer once the connection was done with. */
  readonly trace: Promise<AttemptTrace>
}

interface AttemptOptions extends Partial<SenderOptions> {
  /** Whose open connections the attempts share, one after another; without one, each has one of its own. */
  readonly pool?: string
}

/** A sender that trusts this authority alone and, unless told otherwise, may go to loopback alone. */
export function attempts(authority: string, { pool, ...options }: AttemptOptions = {}) {
  const send = createWebhookSender({
    timeoutMs: 300,
    isAddressAllowed: (address) => address === '127.0.0.1' || address === '::1',
    secureContext: createSecureContext({ ca: authority }),
    userAgent: 'MerchantPay-Webhooks/test',
    ...options,
  })
  return async (url: string, body = Buffer.from('{}')): Promise<Attempted> => {
    const since = performance.now()
    const told: Promise<AttemptTrace>[] = []
    const onTrace = (seen: Promise<AttemptTrace>) => told.push(seen)
    const post = { url, body, headers: SECRETLESS, onTrace, ...(pool !== undefined && { pool }) }
    const outcome = await send(post, new AbortController().signal)
    const tookMs = performance.now() - since
    const [trace] = told
    if (!trace) throw new Error('an attempt has a trace')
    // What is shared is free for the next attempt only then.
    if (pool !== undefined) await trace
    return { outcome, tookMs, trace }
  }
}

/** The error of an outcome; null where it was delivered. */
export const errorOf = ({ outcome }: Attempted): string | null => (outcome.delivered ? null : outcome.error)
