/**
 * Parses an absolute URL. `URL.canParse` would avoid the exception, but after Node 20 has optimised its caller, it rejects
 * every text with a letter such as `ü`.
 *
 * @returns undefined for text that is not a URL
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
