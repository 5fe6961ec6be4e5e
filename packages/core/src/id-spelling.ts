const HEX = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?:w[hd]|pl)_[0-9a-f]{32})$/i
const NUMBER = /^(ord_|wdr_)([0-9a-z]{12})$/i

/**
 * Returns an id in the letter case in which it is stored. Hex digits and Crockford's base32 mean the same in either case.
 * Any other text comes back unchanged: key ids and tokens tell the cases apart.
 */
export function storedSpelling(id: string): string {
  if (HEX.test(id)) return id.toLowerCase()
  const [, prefix, digits] = NUMBER.exec(id) ?? []
  return prefix && digits ? prefix.toLowerCase() + digits.toUpperCase() : id
}
