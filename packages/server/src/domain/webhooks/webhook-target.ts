import { isIP } from 'node:net'
import {
  CLOSED_BLOCKS,
  CLOSED_PORTS,
  METADATA_BLOCKS,
  PRIVATE_DOMAINS,
} from '../generated/webhook-targets.gen.js'
import { DomainError } from '../shared/errors.js'
import { contains, hidesIpv4, type IpBlock, parseBlock, parseIp, unwrapIpv4 } from '../shared/ip.js'
import { type Policy, URL_LENGTH } from '../shared/policy.js'
import { parseUrlCached } from '../shared/url-cache.js'

const HTTPS_PORT = 443
const FIRST_UNPRIVILEGED_PORT = 1_024

const CLOSED = CLOSED_BLOCKS.map(parseBlock)
const METADATA = METADATA_BLOCKS.map(parseBlock)

/** What `localhost` and every name under it mean: they are the machine itself, and no name server is asked. */
export const LOCALHOST = '127.0.0.1'
export const isLocalhost = (host: string): boolean => /(^|\.)localhost\.?$/.test(host)

/**
 * The URL of a webhook receiver as the URL parser writes it; only this form is stored, judged and used. HTTPS, no
 * credentials, no fragment, a usual port, and not an address or name that is plainly private. What a name resolves to is
 * judged before each attempt.
 *
 * @throws invalid_webhook_url
 */
export function requireWebhookUrl(policy: Policy, text: string): string {
  const url = readWebhookUrl(policy, text)
  if (!url) throw new DomainError('invalid_webhook_url')
  return url.href
}

/** A URL that {@link requireWebhookUrl} takes today: one that was stored long ago may have been allowed by other rules. */
export function readWebhookUrl(policy: Policy, text: string): Readonly<URL> | undefined {
  const url = parseTarget(text)
  return url && isHostAllowed(policy, hostOf(url)) ? url : undefined
}

/** Whether a host is not plainly a private one; what a public name resolves to is not asked. */
export const isPublicHost = (url: URL): boolean => isHostAllowed({ webhookAllowPrivate: [] }, hostOf(url))

type Allowed = Pick<Policy, 'webhookAllowPrivate'>

function isHostAllowed(policy: Allowed, host: string): boolean {
  const literal = isLocalhost(host) ? LOCALHOST : host
  if (isIP(literal)) return isAddressAllowed(policy, literal)
  return !isPrivateName(host.replace(/\.$/, '')) || policy.webhookAllowPrivate.length > 0
}

/** Host name of a URL; an IPv6 literal without its brackets. */
export const hostOf = (url: Readonly<URL>): string => url.hostname.replace(/^\[|\]$/g, '')

/** Whether a webhook may be sent to this IP address: a public one, or one inside the operator's allowed blocks. */
export function isAddressAllowed(policy: Allowed, address: string): boolean {
  const ip = parseIp(address)
  if (!ip) return false
  const inner = unwrapIpv4(ip)
  const inAny = (blocks: readonly IpBlock[]) => blocks.some((block) => contains(block, inner))
  if (hidesIpv4(ip) || inAny(METADATA)) return false
  return inAny(policy.webhookAllowPrivate) || !inAny(CLOSED)
}

/** Whether a name cannot be public: one label, an empty label, or a domain reserved for private use. */
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
