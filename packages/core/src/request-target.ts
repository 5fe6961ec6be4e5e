const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i

/**
 * Returns path and query of a request target. In its absolute form, `http://host/path`, which clients of a proxy send, the
 * host must be that of the `Host` header.
 *
 * @returns undefined for another host
 */
export function originForm(target: string, host: string | undefined): string | undefined {
  if (target.startsWith('/')) return target
  const [, authority, rest = ''] = ABSOLUTE.exec(target) ?? []
  if (authority === undefined) return target
  if (host === undefined || withoutPort(authority) !== withoutPort(host)) return undefined
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Without the port that is the default of a scheme. */
const withoutPort = (authority: string): string => authority.toLowerCase().replace(/:(?:80|443)?$/, '')
