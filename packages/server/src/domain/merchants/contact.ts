import { parseUrl } from '@merchantpay/core/url'

/** A colon would let a URL with a user name pass. */
const EMAIL = /^[^\s@<>":\\]{1,64}@[^\s@<>":\\]{1,255}$/
/** Invisible characters, blanks and backslashes: a page would show another address than the link leads to. */
const MISLEADING = /[\p{C}\s\\]/u

/** Returns the link of a contact, `https:` or `mailto:`; undefined if it is neither an HTTPS URL nor an e-mail address. */
export function contactLink(text: string): string | undefined {
  if (MISLEADING.test(text)) return undefined
  if (EMAIL.test(text)) return `mailto:${encodeURIComponent(text).replace('%40', '@')}`
  const url = parseUrl(text)
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === ''
  return isPlain ? url.href : undefined
}
