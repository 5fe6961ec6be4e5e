/** Characters of an answer that a merchant is shown. */
const EXCERPT_LENGTH = 2_048
/** Control and bidirectional formatting characters, except line feed and tab. */
const HARMFUL = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu
/** Texts that look like keys and secrets: an error page may print the settings of the receiver. */
const SECRET = /(whsec_|[sm]k_(?:live|test)_|\bBearer\s+)[\w+/=:.~%-]+/gi

/** The meaning of each code of a failed attempt. */
const CAUSES: Readonly<Record<string, string>> = {
  unreachable: 'no answer; the cause is shown once the receiver has answered 2xx',
  timeout: 'no complete response head in time',
  dns_error: 'the name has no address that webhooks may reach',
  connection_refused: 'nothing listens on this port',
  connection_reset: 'the connection closed before a complete response head',
  network_unreachable: 'no connection to the address',
  response_invalid: 'the answer is not HTTP/1, or its head is above 16 KiB',
}

/** Says in words why an attempt failed; undefined where its status says all. @param error the code that the merchant sees */
export const causeOf = (error: string): string | undefined =>
  error.startsWith('HTTP 3') ? 'redirects are not followed' : CAUSES[error]

/** Makes text safe to print: harmful characters become escapes such as `\x1b`. */
export const escapeHarmful = (text: string): string => text.replace(HARMFUL, escapeCharacter)

/** Returns the beginning of an answer as a merchant is shown it: safe to print, and without secrets. */
export function excerptOf(text: string): string {
  const shown = escapeHarmful(text.slice(0, 4 * EXCERPT_LENGTH)).replace(SECRET, '$1…')
  return shown.slice(0, EXCERPT_LENGTH).replace(/[\ud800-\udbff]$/, '')
}

function escapeCharacter(found: string): string {
  const code = found.charCodeAt(0).toString(16).padStart(2, '0')
  return found <= '\x7f' ? `\\x${code}` : `\\u{${code}}`
}
