import { parseUrl } from '@merchantpay/core/url'
import { UsageError } from '../errors/base-error.js'

/** A value for a `{name}` place of a path template. */
const PATH_VALUE = /^[\w-]{1,128}$/
const PLACE = /\{(\w*)\}/g
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/

/** Values for the `{name}` places of a path template. */
export type PathValues = Readonly<Record<string, unknown>>

/** Values for the query; an undefined one is left out, and an object stands for `name[key]=value`. */
export type QueryValues = Readonly<Record<string, QueryValue | Readonly<Record<string, string>>>>
type QueryValue = string | number | undefined

/** The base URL of the API in parts. */
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
export function parseBaseUrl(text: string, allowInsecureHttp: boolean | undefined): Base {
  const url = parseUrl(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#]/.test(text)) {
    throw new UsageError('invalid_base_url', 'baseUrl must be like https://pay.example/path')
  }
  if (url.protocol === 'http:' && !allowInsecureHttp && !LOOPBACK.test(url.hostname)) {
    throw new UsageError('insecure_base_url', 'baseUrl must use https, unless allowInsecureHttp')
  }
  const prefix = url.pathname.replace(/\/+$/, '')
  if (prefix.endsWith('/v1')) throw new UsageError('invalid_base_url', 'the base URL is without /v1')
  return { origin: url.origin, prefix }
}

/**
 * Puts values into a path template. An id such as `..` would reach another operation, so values are checked
 * against one alphabet instead of being escaped.
 *
 * @throws UsageError for a value outside `[A-Za-z0-9_-]{1,128}`
 */
export function fillPath(template: string, values: PathValues): string {
  return template.replace(PLACE, (_, name: string) => {
    const value = values[name]
    if (typeof value === 'string' && PATH_VALUE.test(value)) return value
    throw new UsageError('invalid_path_parameter', `${name} must be 1 to 128 letters, digits, _ or -`)
  })
}

/** Formats a query with its `?` as it is signed and sent; an empty text when no value is given. */
export function formatQuery(values: QueryValues): string {
  const flat = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'object'
      ? Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, inner])
      : [[name, value]],
  )
  const given = flat.filter(([, value]) => value !== undefined)
  return given.length > 0 ? `?${new URLSearchParams(given as [string, string][])}` : ''
}

/** Whether a path is the given template with valid values in its places. */
export function matchesPath(template: string, path: string): boolean {
  const given = path.split('/')
  const parts = template.split('/')
  const fits = (part: string, index: number) => {
    const value = given[index] ?? ''
    return part.startsWith('{') ? PATH_VALUE.test(value) : part === value
  }
  return given.length === parts.length && parts.every(fits)
}
