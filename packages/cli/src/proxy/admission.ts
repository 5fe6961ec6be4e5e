import type { IncomingHttpHeaders } from 'node:http'

/** Values of `Sec-Fetch-Site` of a page of the proxy itself, and of an address that a person typed. */
const OWN_SITES: readonly string[] = ['same-origin', 'none']

/**
 * Whether a request comes from a program of this machine. A page of another site that is open in a browser here reaches the
 * proxy too. Its requests name that site in `Origin`, `Referer` or `Sec-Fetch-Site`, or, after its name was pointed to this
 * machine, in `Host`.
 */
export function isFromThisMachine(headers: IncomingHttpHeaders, port: number): boolean {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  const { host = '', origin, referer, 'sec-fetch-site': site } = headers
  return (
    hosts.includes(host) &&
    (origin === undefined || origin === `http://${host}`) &&
    (referer === undefined || referer.startsWith(`http://${host}/`)) &&
    (site === undefined || OWN_SITES.includes(`${site}`))
  )
}
