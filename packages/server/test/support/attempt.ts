import { createSecureContext } from 'node:tls'
import type { AttemptOutcome } from '../../src/domain/webhooks.js'
import { createWebhookSender, type SenderOptions } from '../../src/workers/webhook-sender.js'

const SECRETLESS = { 'X-Webhook-Id': 'wd_1' }

/** One attempt through the sender as the server builds it, and how long it took. */
export interface Attempted {
  readonly outcome: AttemptOutcome
  readonly tookMs: number
}

/** A sender that trusts this authority alone and, unless told otherwise, may go to loopback alone. */
export function attempts(authority: string, options: Partial<SenderOptions> = {}) {
  const send = createWebhookSender({
    timeoutMs: 300,
    judgeAddress: (address) => address === '127.0.0.1' || address === '::1',
    secureContext: createSecureContext({ ca: authority }),
    userAgent: 'MerchantPay-Webhooks/test',
    ...options,
  })
  return async (url: string, body = Buffer.from('{}')): Promise<Attempted> => {
    const since = performance.now()
    const outcome = await send({ url, body, headers: SECRETLESS }, new AbortController().signal)
    return { outcome, tookMs: performance.now() - since }
  }
}

/** The error of an outcome; null where it was delivered. */
export const errorOf = ({ outcome }: Attempted): string | null => (outcome.delivered ? null : outcome.error)
