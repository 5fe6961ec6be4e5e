import { parseUrl } from '@merchantpay/core/url'

/** A colon would let a URL with a user name pass. */
const EMAIL = /^[^\s@<>":\\]{1,64}@[^\s@<>":\\]{1,255}$/
/** What a page would show otherwise than the link that it leads to: invisible characters, blanks, and the other slash. */
const MISLEADING = /[\p{C}\s\\]/u

/** Returns the link of a contact, `https:` or `mailto:`; undefined if it is neither an HTTPS URL nor an e-mail address. */
export function contactLink(text: string): string | undefined {
  if (MISLEADING.test(text)) return undefined
  if (EMAIL.test(text)) return `mailto:${encodeURIComponent(text).replace('%40', '@')}`
  const url = parseUrl(text)
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === ''
  return isPlain ? url.href : undefined
}
