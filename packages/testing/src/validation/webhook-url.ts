import { parseUrl } from '@merchantpay/core/url'
import {
  hostOf,
  isHostAllowed,
  LOCAL_ADDRESS,
  PLAIN_HTTPS,
  parseWebhookUrl,
} from '@merchantpay/core/webhook-url'
import { Refusal } from '../http/refusal.js'

/**
 * Reads the URL of a webhook receiver: HTTPS, no credentials, no fragment, a usual port, not plainly private.
 *
 * @returns it as the URL parser writes it
 * @throws Refusal invalid_webhook_url
 */
export function requireWebhookUrl(text: string, param: 'url' | 'webhook_url'): string {
  const url = parseWebhookUrl(text, parseUrl)
  if (!url) throw new Refusal('invalid_webhook_url', { param, detail: PLAIN_HTTPS })
  if (!isHostAllowed(hostOf(url), []))
    throw new Refusal('invalid_webhook_url', { param, detail: LOCAL_ADDRESS })
  return url.href
}
