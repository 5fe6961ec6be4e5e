import type { Request } from 'express'
import { contains, type Ip, type IpBlock, parseIp, unwrapIpv4 } from '../domain/ip.js'

/** Whom a limit counts: an IPv4 address, or the /64 that one IPv6 customer has to itself. */
export type AddressOf = (request: Request) => string

/**
 * Whose address it is: that of the connection, or where a trusted proxy opened it, the last one in `X-Forwarded-For` that
 * no trusted proxy has. What stands before it the caller may have made up.
 */
export function clientAddresses(trustedProxies: readonly IpBlock[]): AddressOf {
  const isTrusted = (ip: Ip) => trustedProxies.some((block) => contains(block, ip))
  return (request) => {
    const hops = `${request.headers['x-forwarded-for'] ?? ''}`.split(',')
    let client = plainIp(request.socket.remoteAddress)
    while (client && isTrusted(client) && hops.length > 0) {
      const before = plainIp(hops.pop()?.trim())
      if (!before) break // what a proxy does not spell as an address is counted as the proxy's
      client = before
    }
    if (!client) return 'unknown'
    return client.version === 4 ? `${client.bits}` : `${client.bits >> 64n}::/64`
  }
}

function plainIp(text = ''): Ip | undefined {
  const ip = parseIp(text)
  return ip && unwrapIpv4(ip)
}
