import type { IpBlock } from '@merchantpay/core/ip'
import { hostOf, isHostAllowed, isIpAllowed, parseWebhookUrl } from '@merchantpay/core/webhook-url'
import { DomainError } from '../shared/errors.js'
import { parseIp } from '../shared/ip.js'
import type { Policy } from '../shared/policy.js'
import { parseUrlCached } from '../shared/url-cache.js'

const HTTPS_PORT = 443
const FIRST_UNPRIVILEGED_PORT = 1_024

const CLOSED = CLOSED_BLOCKS.map(parseBlock)
const METADATA = METADATA_BLOCKS.map(parseBlock)

/** The address of `localhost` and all names below it, which are not resolved by DNS. */
export const LOCALHOST = '127.0.0.1'
/** Whether a host name is `localhost` or below it. */
export const isLocalhost = (host: string): boolean => /(^|\.)localhost\.?$/.test(host)

/**
 * Validates and normalises the URL of a webhook receiver. It must use HTTPS and an allowed port, without credentials or
 * fragment, and its host must not be a private address or name. The resolved addresses are checked before each attempt.
 *
 * @throws invalid_webhook_url
 */
export function requireWebhookUrl(policy: Policy, text: string): string {
  const url = readWebhookUrl(policy, text)
  if (!url) throw new DomainError('invalid_webhook_url')
  return url.href
}

/** Parses a stored webhook URL. @returns undefined if {@link requireWebhookUrl} does not accept it any more */
export function readWebhookUrl(policy: Policy, text: string): Readonly<URL> | undefined {
  const url = parseWebhookUrl(text, parseUrlCached)
  return url && isHostAllowed(hostOf(url), policy.webhookAllowPrivate) ? url : undefined
}

/** Whether the host of a URL is public by its address or name. Names are not resolved. */
export const isPublicHost = (url: URL): boolean => isHostAllowed({ webhookAllowPrivate: [] }, hostOf(url))

type Allowed = Pick<Policy, 'webhookAllowPrivate'>

function isHostAllowed(policy: Allowed, host: string): boolean {
  const literal = isLocalhost(host) ? LOCALHOST : host
  if (isIP(literal)) return isAddressAllowed(policy, literal)
  return !isPrivateName(host.replace(/\.$/, '')) || policy.webhookAllowPrivate.length > 0
}

/** Returns the host name of a URL, without the brackets of an IPv6 address. */
export const hostOf = (url: Readonly<URL>): string => url.hostname.replace(/^\[|\]$/g, '')

/** Whether webhooks may be sent to an IP address: a public one, or one in the operator's allowed blocks. */
export function isAddressAllowed(policy: Allowed, address: string): boolean {
  const ip = parseIp(address)
  if (!ip) return false
  const inner = unwrapIpv4(ip)
  const inAny = (blocks: readonly IpBlock[]) => blocks.some((block) => contains(block, inner))
  if (hidesIpv4(ip) || inAny(METADATA)) return false
  return inAny(policy.webhookAllowPrivate) || !inAny(CLOSED)
}

/** Whether a name is private: a single label, an empty label, or a domain reserved for private use. */
function isPrivateName(name: string): boolean {
  const labels = name.split('.')
  const isReserved = PRIVATE_DOMAINS.some((domain) => `.${name}`.endsWith(`.${domain}`))
  return labels.length === 1 || labels.includes('') || isReserved
}

function parseTarget(text: string): Readonly<URL> | undefined {
  const hasControl = /[\p{Cc}\s]/u.test(text)
  const url = hasControl || text.length > URL_LENGTH ? undefined : parseUrlCached(text)
  if (!url) return undefined
  const isPlain = url.username === '' && url.password === '' && url.hash === '' && !text.includes('#')
  const port = url.port === '' ? HTTPS_PORT : parseInt(url.port, 10)
  const isUsualPort = port === HTTPS_PORT || (port >= FIRST_UNPRIVILEGED_PORT && !CLOSED_PORTS.includes(port))
  const isHttps = url.protocol === 'https:' && /^https:\/\//i.test(text)
  return isHttps && isPlain && isUsualPort && url.href.length <= URL_LENGTH ? url : undefined
}
