import type { Socket } from 'node:net'
import { contains, type Ip, type IpBlock, unwrapIpv4 } from '@merchantpay/core/ip'
import type { Request } from 'express'
import { parseIp } from '../domain/shared/ip.js'

/** Returns the client that a limit counts: an IPv4 address, or the /64 network that is usual for one IPv6 customer. */
export type AddressOf = (request: Request) => string

/** The other end of a connection. */
export interface Peer {
  /** As {@link AddressOf} names it. */
  readonly name: string
  /** True for a trusted proxy, which forwards the connections of many clients. */
  readonly isTrusted: boolean
}
export type PeerOf = (socket: Socket) => Peer

export interface AddressLog {
  warn(details: object, message: string): void
}

const MAX_LOGGED_LENGTH = 64
/** `192.0.2.1:443`, `[2001:db8::1]:443` and `[2001:db8::1]`: some proxies add the port of the client. */
const WITH_PORT = /^(?:\[(?<v6>[^\]]+)\](?::[0-9]{1,5})?|(?<v4>[0-9.]+):[0-9]{1,5})$/

/**
 * Finds the client's address: that of the connection, or behind a trusted proxy the last untrusted entry of
 * `X-Forwarded-For`. Entries before it may be forged. If a proxy writes an entry that is not an address, all its clients are
 * counted as the proxy, and this is logged once.
 */
export function clientAddresses(trustedProxies: readonly IpBlock[], log: AddressLog): AddressOf {
  const isTrusted = trust(trustedProxies)
  let isLogged = false
  return (request) => {
    const hops = `${request.headers['x-forwarded-for'] ?? ''}`.split(',')
    let client = plainIp(request.socket.remoteAddress)
    while (client && isTrusted(client) && hops.length > 0) {
      const hop = hops.pop()?.trim()
      const before = plainIp(withoutPort(hop))
      if (!before) {
        if (hop && !isLogged) {
          log.warn(
            { hop: hop.slice(0, MAX_LOGGED_LENGTH) },
            'a trusted proxy sends X-Forwarded-For without an address: its clients share one rate limit',
          )
          isLogged = true
        }
        break
      }
      client = before
    }
    return nameOf(client)
  }
}

/** Returns the peer that opened a connection, regardless of request headers. */
export function connectionPeers(trustedProxies: readonly IpBlock[]): PeerOf {
  const isTrusted = trust(trustedProxies)
  return ({ remoteAddress }) => {
    const ip = plainIp(remoteAddress)
    return { name: nameOf(ip), isTrusted: ip !== undefined && isTrusted(ip) }
  }
}

const trust = (proxies: readonly IpBlock[]) => (ip: Ip) => proxies.some((block) => contains(block, ip))

function nameOf(ip: Ip | undefined): string {
  if (!ip) return 'unknown'
  return ip.version === 4 ? `${ip.bits}` : `${ip.bits >> 64n}::/64`
}

function withoutPort(hop = ''): string {
  const { v4, v6 } = WITH_PORT.exec(hop)?.groups ?? {}
  return v4 ?? v6 ?? hop
}

function plainIp(text = ''): Ip | undefined {
  const ip = parseIp(text)
  return ip && unwrapIpv4(ip)
}
