import { parseUrl } from '@merchantpay/core/url'

/** More than are in use at a time: those of endpoints that events go to. */
const MAX_KNOWN = 1_000
const known = new Map<string, URL | undefined>()

/**
 * A URL that is parsed again and again, parsed once; undefined for what is none. Whoever gets one only reads it.
 */
export function parseUrlCached(text: string): Readonly<URL> | undefined {
  if (known.has(text)) return known.get(text)
  const url = parseUrl(text)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(text, url)
  return url
}
