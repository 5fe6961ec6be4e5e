const IS_ADDRESS = /^(?:\[.*\]|[0-9.]+)$/
/** `co.uk` and the like: a country's label after a short one. */
const IS_COUNTRY = /\.(?:ac|co|com|edu|gov|net|or|org)\.[a-z]{2}$/

/**
 * Returns what two URLs of one provider have in common: the registrable part of the host's name. Nodes with an address, or
 * with a name of one label, are their operator's own, so that each port is a node.
 */
export function providerOf(url: string): string {
  const { host, hostname } = new URL(url)
  const labels = hostname.split('.')
  if (IS_ADDRESS.test(hostname) || labels.length < 2) return host
  return labels.slice(IS_COUNTRY.test(hostname) ? -3 : -2).join('.')
}
