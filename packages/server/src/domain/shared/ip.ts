import { isIPv4, isIPv6 } from 'node:net'
import { EMBEDDING_BLOCKS, HIDING_BLOCKS, HIDING_IDENTIFIERS } from '../generated/webhook-targets.gen.js'

/** An IP address as a 32-bit or 128-bit number. */
export interface Ip {
  readonly version: 4 | 6
  readonly bits: bigint
}
/** A CIDR block: all addresses of a version that share the first `prefix` bits. */
export interface IpBlock extends Ip {
  readonly prefix: number
}

const WIDTH = { 4: 32, 6: 128 } as const
const EMBEDDING = EMBEDDING_BLOCKS.map(parseBlock)
const HIDING = HIDING_BLOCKS.map(parseBlock)
const LOOPBACK_BITS = 1n
const LOW_32_BITS = 0xffffffffn

/** Parses an IPv4 or IPv6 address in any notation that Node accepts. @returns undefined for any other text */
export function parseIp(text: string): Ip | undefined {
  return isIPv4(text) || (isIPv6(text) && !text.includes('%')) ? toIp(text) : undefined
}

/** Parses a CIDR block, `address/prefix`. @throws TypeError for any other text */
export function parseBlock(text: string): IpBlock {
  const [address = '', length = '', ...more] = text.split('/')
  const ip = parseIp(address)
  const prefix = /^[0-9]{1,3}$/.test(length) ? parseInt(length, 10) : -1
  if (!ip || more.length > 0 || prefix < 0 || prefix > WIDTH[ip.version])
    throw new TypeError(`not a CIDR block: ${text}`)
  return { ...ip, prefix }
}

/** Whether a block contains an address. */
export function contains(block: IpBlock, ip: Ip): boolean {
  const shift = BigInt(WIDTH[block.version] - block.prefix)
  return ip.version === block.version && ip.bits >> shift === block.bits >> shift
}

/** Returns the IPv4 address inside a mapped, NAT64 or 6to4 address, and any other address unchanged. */
export function unwrapIpv4(ip: Ip): Ip {
  const block = EMBEDDING.find((one) => contains(one, ip))
  if (!block) return ip
  const after = BigInt(WIDTH[6] - block.prefix - WIDTH[4])
  return { version: 4, bits: (ip.bits >> after) & LOW_32_BITS }
}

/**
 * Whether an IPv6 address embeds an IPv4 address in a form that {@link unwrapIpv4} does not unwrap, such as an ISATAP
 * interface identifier behind a 6to4 prefix. No legitimate receiver has such an address.
 */
export function hidesIpv4(ip: Ip): boolean {
  if (ip.version === 4 || ip.bits <= LOOPBACK_BITS) return false
  const identifier = (ip.bits >> 32n) & LOW_32_BITS
  return HIDING_IDENTIFIERS.includes(identifier) || HIDING.some((block) => contains(block, ip))
}

/** Whether two texts denote the same address. An IPv4-mapped address equals the IPv4 address inside. */
export function isSameAddress(a: string, b: string): boolean {
  const [ipA, ipB] = [a, b].map((text) => parseIp(text))
  if (!ipA || !ipB) return false
  const [plainA, plainB] = [unwrapIpv4(ipA), unwrapIpv4(ipB)]
  return plainA.version === plainB.version && plainA.bits === plainB.bits
}
