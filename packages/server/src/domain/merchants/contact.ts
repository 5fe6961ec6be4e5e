import { parseUrl } from '@merchantpay/core/url'

const EMAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,255}$/

/** Where a contact leads, `https:` or `mailto:`; undefined for a text that is neither an HTTPS URL nor an e-mail address. */
export function contactLink(text: string): string | undefined {
  if (EMAIL.test(text)) return `mailto:${encodeURIComponent(text).replace('%40', '@')}`
  const url = parseUrl(text)
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === ''
  return isPlain ? url.href : undefined
}
