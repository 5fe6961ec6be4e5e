/**
 * Parses an absolute URL. `URL.canParse` would say it without an exception, but once Node 20 has compiled a caller of it, it
 * refuses every text with a letter like `ü`.
 *
 * @returns undefined for a text that is no URL
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
