import { Refusal } from './refusal.js'

/** Blocks of addresses that are not public, as `address/prefix`. */
const CLOSED_BLOCKS = [
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
]
/** Ports that no webhook receiver listens on: databases, and what browsers refuse too. */
const CLOSED_PORTS: ReadonlySet<number> = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5672,
  5900, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9092, 9200, 10080, 11211, 27017,
])
const FIRST_UNPRIVILEGED_PORT = 1_024
const LONGEST = 2_048
const IPV4 = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/
/** Names that cannot be public: one label, an empty label, or under a domain reserved for private use. */
const PRIVATE_NAME = /^[^.]+$|^\.|\.\.|\.$|(^|\.)(localhost|internal|local|home\.arpa)$/
/** Public addresses of IPv6 begin with 2 or 3. */
const PUBLIC_IPV6 = /^\[[23][0-9a-f]{3}:/
/** Documentation, tunnels and the like. What embeds an IPv4 address is refused too, even where that one is public. */
const CLOSED_IPV6 = /^\[(?:2001:(?:1?[0-9a-f]{0,2}|db8):|2002:|2620:4f:8000:|3fff:[0-9a-f]{0,3}:)|:5efe:/

/**
 * Reads the URL of a webhook receiver: HTTPS, no credentials, no fragment, a usual port, not plainly private.
 *
 * @returns it as the URL parser writes it
 * @throws Refusal invalid_webhook_url
 */
export function requireWebhookUrl(text: string): string {
  const isSpelled = /^https:\/\/[^\p{Cc}\s#]*$/iu.test(text) && URL.canParse(text)
  const url = isSpelled ? new URL(text) : undefined
  if (url && isPlain(url) && isPublic(url.hostname) && url.href.length <= LONGEST) return url.href
  throw new Refusal('invalid_webhook_url')
}

function isPlain({ username, password, port }: URL): boolean {
  const number = Number(port)
  const isUsual = port === '' || (number >= FIRST_UNPRIVILEGED_PORT && !CLOSED_PORTS.has(number))
  return username === '' && password === '' && isUsual
}

function isPublic(host: string): boolean {
  if (host.startsWith('[')) return PUBLIC_IPV6.test(host) && !CLOSED_IPV6.test(host)
  const bits = ipv4Bits(host)
  if (bits === undefined) return !PRIVATE_NAME.test(host.replace(/\.$/, ''))
  return !CLOSED_BLOCKS.some((block) => contains(block, bits))
}

function contains(block: string, bits: number): boolean {
  const [address = '', prefix] = block.split('/')
  const size = 2 ** (32 - Number(prefix))
  return Math.floor(bits / size) === Math.floor((ipv4Bits(address) ?? 0) / size)
}

function ipv4Bits(text: string): number | undefined {
  const [, ...parts] = IPV4.exec(text) ?? []
  return parts.length === 4 ? parts.reduce((bits, part) => bits * 256 + Number(part), 0) : undefined
}
