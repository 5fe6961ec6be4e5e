import { createSecureContext } from 'node:tls'
import type { AttemptOutcome } from '../../../src/domain/webhooks/webhook.js'
import type { AttemptTrace } from '../../../src/domain/webhooks/webhook-attempt.js'
import { createWebhookSender, type SenderOptions } from '../../../src/workers/webhooks/webhook-sender.js'

const SECRETLESS = { 'X-Webhook-Id': 'wd_1' }

/** The result of one attempt through the server's sender, and its duration. */
export interface Attempted {
  readonly outcome: AttemptOutcome
  readonly tookMs: number
  /** Details of the answer, available once the connection is closed or released. */
  readonly trace: Promise<AttemptTrace>
}

interface AttemptOptions extends Partial<SenderOptions> {
  /** Key of a connection pool that the attempts share; without one, each attempt has a connection of its own. */
  readonly pool?: string
}

/** Creates a sender that trusts only this authority and may by default connect only to loopback. */
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
    const traces: Promise<AttemptTrace>[] = []
    const onTrace = (seen: Promise<AttemptTrace>) => traces.push(seen)
    const post = { url, body, headers: SECRETLESS, onTrace, ...(pool !== undefined && { pool }) }
    const outcome = await send(post, new AbortController().signal)
    const tookMs = performance.now() - since
    const [trace] = traces
    if (!trace) throw new Error('an attempt has a trace')
    // A shared connection is free for the next attempt only then.
    if (pool !== undefined) await trace
    return { outcome, tookMs, trace }
  }
}

/** Returns the error of an attempt; null where it was delivered. */
export const errorOf = ({ outcome }: Attempted): string | null => (outcome.delivered ? null : outcome.error)
