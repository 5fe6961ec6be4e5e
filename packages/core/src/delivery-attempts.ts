/** The time before each attempt of a delivery, from the end of the one before, as the interface documents it. */
export const RETRY_DELAYS_MS: readonly number[] = [0, 60_000, 300_000, 1_800_000, 7_200_000, 86_400_000]

/** Characters of an answer that a merchant is shown. */
const EXCERPT_LENGTH = 2_048
/** Control and bidirectional formatting characters, except line feed and tab. */
const HARMFUL = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu
/** Texts that look like keys and secrets: an error page may print the settings of the receiver. */
const SECRET = /(whsec_|[sm]k_(?:live|test)_|\bBearer\s+)[\w+/=:.~%-]+/gi

/** Characters of a redirect's target that a merchant is shown. */
const TARGET_LENGTH = 150
/** Statuses whose `Location` is the address to use instead. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** The status of a receiver that is gone for good: no further attempt is made. */
const GONE = 410

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

/** Whether the error of an attempt ends its delivery: a receiver that answers 410 asks for no more. */
export const isLastError = (error: string): boolean => error === `HTTP ${GONE}`

/**
 * Says in words what a status that is not 2xx asks for; undefined where the status says all. A redirect's target is shown
 * without its query and login, which may hold secrets.
 *
 * @param location the answer's header of that name, if it has one
 * @param url the URL that was called
 */
export function detailOf(status: number, location: string | null, url: string): string | undefined {
  if (status === GONE) return 'the receiver is gone: no further attempt'
  const target = location && REDIRECTS.has(status) ? targetText(location, url) : undefined
  return target && `redirects to ${target}, which is not followed`
}

function targetText(location: string, url: string): string | undefined {
  try {
    const { protocol, host, pathname, search } = new URL(location, url)
    if (!/^https?:$/.test(protocol)) return undefined
    const target = excerptOf(`${protocol}//${host}${pathname}${search && '?…'}`)
    return target.length > TARGET_LENGTH ? `${target.slice(0, TARGET_LENGTH - 1)}…` : target
  } catch {
    return undefined
  }
}

/** Makes text safe to print: harmful characters become escapes such as `\x1b`. */
export const escapeHarmful = (text: string): string => text.replace(HARMFUL, escapeCharacter)

/** Returns the beginning of an answer as a merchant is shown it: safe to print, and without secrets. */
export function excerptOf(text: string): string {
  const harmless = escapeHarmful(text.slice(0, 4 * EXCERPT_LENGTH)).replace(SECRET, '$1…')
  return harmless.slice(0, EXCERPT_LENGTH).replace(/[\ud800-\udbff]$/, '')
}

function escapeCharacter(found: string): string {
  const code = found.charCodeAt(0).toString(16).padStart(2, '0')
  return found <= '\x7f' ? `\\x${code}` : `\\u{${code}}`
}
