import type { IpBlock } from '@merchantpay/core/ip'
import {
  hostOf,
  isHostAllowed,
  isIpAllowed,
  LOCAL_ADDRESS,
  PLAIN_HTTPS,
  parseWebhookUrl,
} from '@merchantpay/core/webhook-url'
import { DomainError } from '../shared/errors.js'
import { parseIp } from '../shared/ip.js'
import type { Policy } from '../shared/policy.js'
import { parseUrlCached } from '../shared/url-cache.js'

const NONE: readonly IpBlock[] = []

/**
 * The URL of a webhook receiver as the URL parser writes it; only this form is stored, judged and used. HTTPS, no
 * credentials, no fragment, a usual port, and not an address or name that is plainly private. The addresses that a name
 * resolves to are judged before each attempt.
 *
 * @throws invalid_webhook_url
 */
export function requireWebhookUrl(policy: Policy, text: string, param: 'url' | 'webhook_url'): string {
  const url = parseWebhookUrl(text, parseUrlCached)
  if (!url) throw new DomainError('invalid_webhook_url', { param, detail: PLAIN_HTTPS })
  if (!isHostAllowed(hostOf(url), policy.webhookAllowPrivate))
    throw new DomainError('invalid_webhook_url', { param, detail: LOCAL_ADDRESS })
  return url.href
}

/** Parses a stored URL by the rules of today; undefined if they refuse it, since it may have been stored under other rules. */
export function readWebhookUrl(policy: Policy, text: string): Readonly<URL> | undefined {
  const url = parseWebhookUrl(text, parseUrlCached)
  return url && isHostAllowed(hostOf(url), policy.webhookAllowPrivate) ? url : undefined
}

/** Whether a host may be public; names are not resolved. */
export const isPublicHost = (url: URL): boolean => isHostAllowed(hostOf(url), NONE)

/** Whether a webhook may be sent to this IP address: a public one, or one inside the operator's allowed blocks. */
export function isAddressAllowed(policy: Pick<Policy, 'webhookAllowPrivate'>, address: string): boolean {
  const ip = parseIp(address)
  return ip !== undefined && isIpAllowed(ip, policy.webhookAllowPrivate)
}
