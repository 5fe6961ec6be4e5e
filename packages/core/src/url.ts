/** Characters that a URL of the API may have, as given and as the URL parser writes it. */
export const URL_LENGTH = 2_048

/**
 * Parses an absolute URL. `URL.canParse` would not throw, but once Node 20 has compiled a caller of it, it refuses
 * every text with a letter like `ü`.
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
