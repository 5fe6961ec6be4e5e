import { EMBEDDING_BLOCKS, HIDING_BLOCKS, HIDING_IDENTIFIERS } from './generated/webhook-targets.gen.js'

/** An IP address as a number of 32 or 128 bits. */
export interface Ip {
  readonly version: 4 | 6
  readonly bits: bigint
}
/** A CIDR block: all addresses of that version that share the first `prefix` bits. */
export interface IpBlock extends Ip {
  readonly prefix: number
}

export const WIDTH = { 4: 32, 6: 128 } as const
const EMBEDDING = EMBEDDING_BLOCKS.map(toBlock)
const HIDING = HIDING_BLOCKS.map(toBlock)
const LOOPBACK_BITS = 1n
const LOW_32_BITS = 0xffffffffn

/** Converts the text of a valid IPv4 or IPv6 address; the caller has checked that it is one. */
export function toIp(text: string): Ip {
  return text.includes(':') ? { version: 6, bits: ipv6Bits(text) } : { version: 4, bits: ipv4Bits(text) }
}

/** Converts a valid `address/prefix`; the caller has checked that it is one. */
export function toBlock(text: string): IpBlock {
  const [address = '', length = ''] = text.split('/')
  return { ...toIp(address), prefix: parseInt(length, 10) }
}

export function contains(block: IpBlock, ip: Ip): boolean {
  const shift = BigInt(WIDTH[block.version] - block.prefix)
  return ip.version === block.version && ip.bits >> shift === block.bits >> shift
}

/** The IPv4 address inside a mapped, NAT64 or 6to4 address; every other address is itself. */
export function unwrapIpv4(ip: Ip): Ip {
  const block = EMBEDDING.find((one) => contains(one, ip))
  if (!block) return ip
  const after = BigInt(WIDTH[6] - block.prefix - WIDTH[4])
  return { version: 4, bits: (ip.bits >> after) & LOW_32_BITS }
}

/**
 * Whether an IPv6 address hides an IPv4 one in a way that {@link unwrapIpv4} does not undo, an ISATAP interface
 * identifier behind a 6to4 prefix included. No legitimate receiver has such an address.
 */
export function hidesIpv4(ip: Ip): boolean {
  if (ip.version === 4 || ip.bits <= LOOPBACK_BITS) return false
  const identifier = (ip.bits >> 32n) & LOW_32_BITS
  return HIDING_IDENTIFIERS.includes(identifier) || HIDING.some((block) => contains(block, ip))
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
