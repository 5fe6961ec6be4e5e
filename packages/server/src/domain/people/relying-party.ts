import { parseIp } from '../shared/ip.js'
import type { RelyingParty } from './passkey.js'

/** Returns how devices know the server; undefined where browsers have no passkeys, on an IP address or plain HTTP. */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const isPrivate = protocol === 'https:' || hostname === 'localhost'
  const isAddress = parseIp(hostname.replace(/^\[|\]$/g, '')) !== undefined
  return isPrivate && !isAddress ? { id: hostname, origin } : undefined
}
