import { isIP } from 'node:net'

/** `tcp://10.0.0.1:80`, with an IPv6 address in brackets. */
const ENDPOINT = /^(?:tcp|udp|sctp):\/\/(?:\[([^\]]+)\]|([^:]+)):(\d+)$/

const isAddress = (value: string): boolean => isIP(value) !== 0
const isPort = (value: string): boolean => /^\d{1,5}$/.test(value)
const isProtocol = (value: string): boolean => /^(tcp|udp|sctp)$/.test(value)
function isEndpoint(value: string): boolean {
  const [, ipv6, host = ipv6 ?? ''] = ENDPOINT.exec(value) ?? []
  return isAddress(host)
}

/** The variables of a Service by the end of their names, with the shape of their values. */
const SHAPES: readonly [name: RegExp, isValue: (value: string) => boolean][] = [
  [/_SERVICE_HOST$/, isAddress],
  [/_SERVICE_PORT(_[A-Z0-9_]+)?$/, isPort],
  [/_PORT$/, isEndpoint],
  [/_PORT_\d+_(TCP|UDP|SCTP)$/, isEndpoint],
  [/_PORT_\d+_(TCP|UDP|SCTP)_PROTO$/, isProtocol],
  [/_PORT_\d+_(TCP|UDP|SCTP)_PORT$/, isPort],
  [/_PORT_\d+_(TCP|UDP|SCTP)_ADDR$/, isAddress],
]

/**
 * Names the variables that are no settings: Kubernetes puts them into every pod for a Service called `merchantpay` or
 * `merchantpay-…`, and Docker for a link. One may have the name of a setting, as `MERCHANTPAY_PORT` has.
 */
export const serviceLinksIn = (env: NodeJS.ProcessEnv): string[] =>
  Object.entries(env)
    .filter(([name, value = '']) => SHAPES.some(([end, isValue]) => end.test(name) && isValue(value)))
    .map(([name]) => name)
    .filter((name) => name.startsWith('MERCHANTPAY_'))

/** Returns the variables that may be settings. */
export function withoutServiceLinks(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const links = new Set(serviceLinksIn(env))
  return Object.fromEntries(Object.entries(env).filter(([name]) => !links.has(name)))
}
