import { isIPv4, isIPv6 } from 'node:net'

/** An IP address as a number of 32 or 128 bits. */
export interface Ip {
  readonly version: 4 | 6
  readonly bits: bigint
}
/** A CIDR block: all addresses of that version that share the first `prefix` bits. */
export interface IpBlock extends Ip {
  readonly prefix: number
}

const WIDTH = { 4: 32, 6: 128 } as const
const MAPPED = parseBlock('::ffff:0:0/96')
const NAT64 = parseBlock('64:ff9b::/96')
const SIX_TO_FOUR = parseBlock('2002::/16')
/** Other ways to write an IPv4 address into an IPv6 one: compatible, translated, NAT64 of local use, Teredo. */
const EMBEDDINGS = ['::/96', '::ffff:0:0:0/96', '64:ff9b:1::/48', '2001::/32'].map(parseBlock)
const LOOPBACK_BITS = 1n
/** The middle of an ISATAP interface identifier, whatever its prefix and its universal bit. */
const ISATAP_BITS = 0x5efen
const ISATAP_MASK = 0xfdffffffn

/** Reads an IPv4 or IPv6 address in any spelling that Node's own parser takes, or undefined. */
export function parseIp(text: string): Ip | undefined {
  if (isIPv4(text)) return { version: 4, bits: ipv4Bits(text) }
  if (!isIPv6(text) || text.includes('%')) return undefined
  return { version: 6, bits: ipv6Bits(text) }
}

/** Reads `address/prefix`. @throws TypeError when it is none */
export function parseBlock(text: string): IpBlock {
  const [address = '', length = '', ...more] = text.split('/')
  const ip = parseIp(address)
  const prefix = /^[0-9]{1,3}$/.test(length) ? parseInt(length, 10) : -1
  if (!ip || more.length > 0 || prefix < 0 || prefix > WIDTH[ip.version])
    throw new TypeError(`not a CIDR block: ${text}`)
  return { ...ip, prefix }
}

export function contains(block: IpBlock, ip: Ip): boolean {
  const shift = BigInt(WIDTH[block.version] - block.prefix)
  return ip.version === block.version && ip.bits >> shift === block.bits >> shift
}

/** The IPv4 address inside a mapped, NAT64 or 6to4 address; every other address is itself. */
export function unwrapIpv4(ip: Ip): Ip {
  if (contains(MAPPED, ip) || contains(NAT64, ip)) return { version: 4, bits: ip.bits & 0xffffffffn }
  if (contains(SIX_TO_FOUR, ip)) return { version: 4, bits: (ip.bits >> 80n) & 0xffffffffn }
  return ip
}

/** Whether an IPv6 address hides an IPv4 one in a way that {@link unwrapIpv4} does not undo: nobody reaches it honestly. */
export function hidesIpv4(ip: Ip): boolean {
  if (ip.version === 4 || ip.bits <= LOOPBACK_BITS) return false
  const isIsatap = ((ip.bits >> 32n) & ISATAP_MASK) === ISATAP_BITS
  return isIsatap || EMBEDDINGS.some((block) => contains(block, ip))
}

/** Whether two texts name one address, a mapped one being the IPv4 address inside. */
export function isSameAddress(a: string, b: string): boolean {
  const [ipA, ipB] = [a, b].map((text) => parseIp(text))
  if (!ipA || !ipB) return false
  const [plainA, plainB] = [unwrapIpv4(ipA), unwrapIpv4(ipB)]
  return plainA.version === plainB.version && plainA.bits === plainB.bits
}

function ipv4Bits(text: string): bigint {
  return text.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n)
}

function ipv6Bits(text: string): bigint {
  const [head = '', tail] = withoutDottedQuad(text).split('::')
  const left = groups(head)
  const right = groups(tail ?? '')
  const gap = Array.from({ length: 8 - left.length - right.length }, () => 0n)
  return [...left, ...gap, ...right].reduce((bits, group) => (bits << 16n) | group, 0n)
}

function groups(text: string): bigint[] {
  return text === '' ? [] : text.split(':').map((group) => BigInt(`0x${group}`))
}

/** `::ffff:127.0.0.1` → `::ffff:7f00:1` */
function withoutDottedQuad(text: string): string {
  return text.replace(/[0-9.]+$/, (quad) => {
    if (!quad.includes('.')) return quad
    const bits = ipv4Bits(quad)
    return `${(bits >> 16n).toString(16)}:${(bits & 0xffffn).toString(16)}`
  })
}
