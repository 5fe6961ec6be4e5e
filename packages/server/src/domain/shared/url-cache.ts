import { parseUrl } from '@merchantpay/core/url'

/** More than the number of endpoint URLs in use at a time. */
const MAX_CACHED = 1_000
const cached = new Map<string, URL | undefined>()

/** Parses a URL through a cache. Callers share the result and must not change it. @returns undefined for other text */
export function parseUrlCached(text: string): Readonly<URL> | undefined {
  if (cached.has(text)) return cached.get(text)
  const url = parseUrl(text)
  if (cached.size >= MAX_CACHED) cached.clear()
  cached.set(text, url)
  return url
}
