import {
  CLOSED_BLOCKS,
  CLOSED_PORTS,
  METADATA_BLOCKS,
  PRIVATE_DOMAINS,
} from './generated/webhook-targets.gen.js'
import { contains, hidesIpv4, type Ip, type IpBlock, toBlock, toIp, unwrapIpv4 } from './ip.js'
import { URL_LENGTH } from './url.js'

const HTTPS_PORT = 443
const FIRST_UNPRIVILEGED_PORT = 1_024

const CLOSED = CLOSED_BLOCKS.map(toBlock)
const METADATA = METADATA_BLOCKS.map(toBlock)

/** The words for a URL that {@link parseWebhookUrl} refuses, and for a host that {@link isHostAllowed} refuses. */
export const PLAIN_HTTPS = 'must be https, without credentials, fragment and reserved port'
export const LOCAL_ADDRESS = 'local addresses: see "Receive webhooks on your machine"'

/** The address of `localhost` and of every name under it: they are the machine itself, and no name server is asked. */
export const LOCALHOST = '127.0.0.1'
export const isLocalhost = (host: string): boolean => /(^|\.)localhost\.?$/.test(host)

/** Host name of a URL; an IPv6 literal without its brackets. */
export const hostOf = (url: Readonly<URL>): string => url.hostname.replace(/^\[|\]$/g, '')

/**
 * Reads the URL of a webhook receiver: HTTPS, no credentials, no fragment, a usual port. Its host is not judged.
 *
 * @param parse returns undefined for a text that is not a URL
 */
export function parseWebhookUrl(
  text: string,
  parse: (text: string) => Readonly<URL> | undefined,
): Readonly<URL> | undefined {
  const hasControl = /[\p{Cc}\s]/u.test(text)
  const url = hasControl || text.length > URL_LENGTH ? undefined : parse(text)
  if (!url) return undefined
  const isPlain = url.username === '' && url.password === '' && url.hash === '' && !text.includes('#')
  const port = url.port === '' ? HTTPS_PORT : parseInt(url.port, 10)
  const isUsualPort = port === HTTPS_PORT || (port >= FIRST_UNPRIVILEGED_PORT && !CLOSED_PORTS.includes(port))
  const isHttps = url.protocol === 'https:' && /^https:\/\//i.test(text)
  return isHttps && isPlain && isUsualPort && url.href.length <= URL_LENGTH ? url : undefined
}

/**
 * Whether the host of a parsed URL is not plainly private. A public name may still resolve to a private address.
 *
 * @param allowed private blocks that the operator allows; with any of them, private names are allowed too
 */
export function isHostAllowed(host: string, allowed: readonly IpBlock[]): boolean {
  const literal = isLocalhost(host) ? LOCALHOST : host
  if (isLiteral(literal)) return isIpAllowed(toIp(literal), allowed)
  return !isPrivateName(host.replace(/\.$/, '')) || allowed.length > 0
}

/** Whether a webhook may be sent to this IP address: a public one, or one inside the allowed blocks. */
export function isIpAllowed(ip: Ip, allowed: readonly IpBlock[]): boolean {
  const inner = unwrapIpv4(ip)
  const inAny = (blocks: readonly IpBlock[]) => blocks.some((block) => contains(block, inner))
  if (hidesIpv4(ip) || inAny(METADATA)) return false
  return inAny(allowed) || !inAny(CLOSED)
}

/** Whether the host of a parsed URL is an IP address, which the URL parser has made valid. */
const isLiteral = (host: string): boolean => host.includes(':') || /^\d+\.\d+\.\d+\.\d+$/.test(host)

/** Whether a name cannot be public: one label, an empty label, or a domain reserved for private use. */
function isPrivateName(name: string): boolean {
  const labels = name.split('.')
  const isReserved = PRIVATE_DOMAINS.some((domain) => `.${name}`.endsWith(`.${domain}`))
  return labels.length === 1 || labels.includes('') || isReserved
}
