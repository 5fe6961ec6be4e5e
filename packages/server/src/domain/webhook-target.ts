import { isIP } from 'node:net'
import { DomainError } from './errors.js'
import { contains, hidesIpv4, type IpBlock, parseBlock, parseIp, unwrapIpv4 } from './ip.js'
import type { Policy } from './policy.js'

const MAX_URL_LENGTH = 2_048
const HTTPS_PORT = 443
const FIRST_UNPRIVILEGED_PORT = 1_024

/** Blocks of IANA's special-purpose registries, multicast, and cloud metadata in public space. */
const CLOSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
].map(parseBlock)
/** Public IPv6 is 2000::/3 less the special-purpose blocks in it. */
const PUBLIC_IPV6 = parseBlock('2000::/3')
const CLOSED_IPV6 = ['2001::/23', '2001:db8::/32', '2620:4f:8000::/48', '3fff::/20'].map(parseBlock)
/** Never reachable, whatever the operator allows. */
const METADATA = [
  '169.254.0.0/16',
  '100.100.100.200/32',
  '192.0.0.192/32',
  '168.63.129.16/32',
  'fd00:ec2::254/128',
].map(parseBlock)

/** Ports of databases and of the services that browsers refuse to talk to: no webhook receiver listens there. */
const CLOSED_PORTS: ReadonlySet<number> = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5672,
  5900, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9092, 9200, 10080, 11211, 27017,
])

/** Names that cannot be public: one label, an empty label, or under a domain reserved for private use. */
const PRIVATE_NAME = /^[^.]+$|^\.|\.\.|\.$|(^|\.)(localhost|internal|local|home\.arpa)$/

/**
 * The URL of a webhook receiver as the URL parser writes it; only this form is stored, judged and used. HTTPS, no
 * credentials, no fragment, a usual port, and not an address or name that is plainly private. What a name resolves to is
 * judged before each attempt.
 *
 * @throws invalid_webhook_url
 */
export function requireWebhookUrl(policy: Policy, text: string): string {
  const url = parseTarget(text)
  if (!url) throw new DomainError('invalid_webhook_url')
  const host = hostOf(url)
  const isAllowed = isIP(host)
    ? isAddressAllowed(policy, host)
    : !PRIVATE_NAME.test(host.replace(/\.$/, '')) || policy.webhookAllowPrivate.length > 0
  if (!isAllowed) throw new DomainError('invalid_webhook_url')
  return url.href
}

/** Host name of a URL; an IPv6 literal without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** Whether a webhook may be sent to this IP address: a public one, or one inside the operator's allowed blocks. */
export function isAddressAllowed(policy: Policy, address: string): boolean {
  const ip = parseIp(address)
  if (!ip) return false
  const inner = unwrapIpv4(ip)
  const inAny = (blocks: readonly IpBlock[]) => blocks.some((block) => contains(block, inner))
  if (hidesIpv4(inner) || inAny(METADATA)) return false
  if (inAny(policy.webhookAllowPrivate)) return true
  if (inner.version === 4) return !inAny(CLOSED_IPV4)
  return contains(PUBLIC_IPV6, inner) && !inAny(CLOSED_IPV6)
}

function parseTarget(text: string): URL | undefined {
  const hasControl = /[\p{Cc}\s]/u.test(text)
  if (hasControl || text.length > MAX_URL_LENGTH || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const isPlain = url.username === '' && url.password === '' && url.hash === '' && !text.includes('#')
  const port = url.port === '' ? HTTPS_PORT : parseInt(url.port, 10)
  const isUsualPort = port === HTTPS_PORT || (port >= FIRST_UNPRIVILEGED_PORT && !CLOSED_PORTS.has(port))
  const isHttps = url.protocol === 'https:' && /^https:\/\//i.test(text)
  return isHttps && isPlain && isUsualPort && url.href.length <= MAX_URL_LENGTH ? url : undefined
}
