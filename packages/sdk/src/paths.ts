import { UsageError } from './errors.js'

const PARAMETER = '[\\w-]{1,128}'
const VALUE = new RegExp(`^${PARAMETER}$`)
const PLACE = /\{(\w*)\}/g
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/

/** Values for the `{name}` places of a path template. */
export type PathValues = Readonly<Record<string, unknown>>

/** Values for the query; an undefined one is left out. */
export type QueryValues = Readonly<Record<string, string | number | undefined>>

/** Where the API lives. */
export interface Base {
  /** Scheme, host and port. */
  origin: string
  /** Path prefix without a trailing slash, often empty. */
  prefix: string
}

/**
 * Checks and splits the base URL.
 *
 * @throws UsageError for a URL that would send signed requests in clear text, or that carries credentials,
 * a query or a fragment
 */
export function parseBaseUrl(text: string | undefined, allowInsecureHttp: boolean | undefined): Base {
  if (text === undefined) throw new UsageError('missing_base_url', 'pass baseUrl or set MERCHANTPAY_BASE_URL')
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#]/.test(text)) {
    const message = 'baseUrl must be like https://pay.example, without credentials, query or fragment'
    throw new UsageError('invalid_base_url', message)
  }
  if (url.protocol === 'http:' && !allowInsecureHttp && !LOOPBACK.test(url.hostname)) {
    throw new UsageError('insecure_base_url', 'baseUrl must use https, or pass allowInsecureHttp')
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') }
}

/**
 * Puts values into a path template. An id such as `..` would reach another operation, so values are held to
 * one alphabet instead of being escaped.
 *
 * @throws UsageError for a value outside `[A-Za-z0-9_-]{1,128}`
 */
export function fillPath(template: string, values: PathValues): string {
  return template.replace(PLACE, (_, name: string) => {
    const value = values[name]
    if (typeof value === 'string' && VALUE.test(value)) return value
    throw new UsageError('invalid_path_parameter', `${name} must be 1 to 128 letters, digits, _ or -`)
  })
}

/** Writes a query with its `?`, or nothing when no value is given. A URL would spell `'` anew, after signing. */
export function formatQuery(values: QueryValues): string {
  const write = ([name, value]: [string, string | number | undefined]) =>
    value === undefined ? '' : `&${name}=${encodeURIComponent(value).replaceAll("'", '%27')}`
  return Object.entries(values).map(write).join('').replace('&', '?')
}

/** Tells whether a path is what a template makes of some valid values. */
export function matchesPath(template: string, path: string): boolean {
  return new RegExp(`^${template.replace(PLACE, PARAMETER)}$`).test(path)
}
