/**
 * Parses an absolute URL. `URL.canParse` needs no exception, but in Node 20 an optimized caller of it refuses every
 * text with a letter such as `ü`.
 *
 * @returns undefined for a text that is not a URL
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
