import { isIPv4, isIPv6 } from 'node:net'
import { type Ip, type IpBlock, toIp, unwrapIpv4, WIDTH } from '@merchantpay/core/ip'

/** Reads an IPv4 or IPv6 address in any spelling that Node's own parser takes, or undefined. */
export function parseIp(text: string): Ip | undefined {
  return isIPv4(text) || (isIPv6(text) && !text.includes('%')) ? toIp(text) : undefined
}

/** Reads `address/prefix`. @throws TypeError for any other text */
export function parseBlock(text: string): IpBlock {
  const [address = '', length = '', ...more] = text.split('/')
  const ip = parseIp(address)
  const prefix = /^[0-9]{1,3}$/.test(length) ? parseInt(length, 10) : -1
  if (!ip || more.length > 0 || prefix < 0 || prefix > WIDTH[ip.version])
    throw new TypeError(`not a CIDR block: ${text}`)
  return { ...ip, prefix }
}

/** Whether two texts are the same IP address; an IPv4-mapped IPv6 address equals its IPv4 address. */
export function isSameAddress(a: string, b: string): boolean {
  const [ipA, ipB] = [a, b].map((text) => parseIp(text))
  if (!ipA || !ipB) return false
  const [plainA, plainB] = [unwrapIpv4(ipA), unwrapIpv4(ipB)]
  return plainA.version === plainB.version && plainA.bits === plainB.bits
}

/** Writes a host as URLs do, where an IPv6 address is in brackets. */
export const hostOfUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** Whether a host is this machine: what is sent there does not cross a network. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.[0-9]+){3}|\[?::1\]?)$/.test(host)
