import { EMBEDDING_BLOCKS } from '../generated/webhook-targets.gen.js'

/** An IP address as a number of 32 or 128 bits. */
export interface IpAddress {
  readonly width: 32 | 128
  readonly bits: bigint
}

const IPV4 = /^\d+\.\d+\.\d+\.\d+$/

/** Reads an address as a URL parser writes it, IPv6 with or without brackets; undefined for a name. */
export function readAddress(host: string): IpAddress | undefined {
  if (host.includes(':')) return { width: 128, bits: ipv6Bits(host.replace(/[[\]]/g, '')) }
  if (!IPV4.test(host)) return undefined
  return { width: 32, bits: host.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n) }
}

/** Tells whether an address lies in a block written as `address/prefix`. */
export function isInside(block: string, { width, bits }: IpAddress): boolean {
  const [first, prefix] = split(block)
  const rest = BigInt(width) - prefix
  return first?.width === width && first.bits >> rest === bits >> rest
}

/** Finds the IPv4 address that an IPv6 one embeds right after its prefix; every other address is itself. */
export function unwrapIpv4(address: IpAddress): IpAddress {
  const block = EMBEDDING_BLOCKS.find((one) => isInside(one, address))
  if (!block) return address
  const [, prefix] = split(block)
  return { width: 32, bits: (address.bits >> (96n - prefix)) & 0xffffffffn }
}

function split(block: string): [first: IpAddress | undefined, prefix: bigint] {
  const [address = '', prefix = ''] = block.split('/')
  return [readAddress(address), BigInt(prefix)]
}

function ipv6Bits(text: string): bigint {
  const missing = 8 - groups(text).length
  const full = text.replace('::', `:${'0:'.repeat(missing)}`)
  return groups(full).reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n)
}

const groups = (text: string) => text.split(':').filter((group) => group !== '')
