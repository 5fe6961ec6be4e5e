/** Values that always differ between two servers: ids, secrets, addresses. Each kind is numbered by first use. */
const NAMED: readonly [kind: string, pattern: RegExp][] = [
  ['payment url', /https?:\/\/[^"]*?\/pay\/[A-Za-z0-9_-]+/g],
  ['link url', /https?:\/\/[^"]*?\/link\/[A-Za-z0-9_-]+/g],
  ['dashboard link', /https?:\/\/[^"]*?\/dashboard\/sign-in\/[A-Za-z0-9_-]+/g],
  ['cursor', /(?<=[?&]cursor=)[0-9A-Za-z_-]+/g],
  ['uuid', /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g],
  ['order number', /\bord_[0-9A-HJKMNP-TV-Z]{12}\b/g],
  ['withdrawal number', /\bwdr_[0-9A-HJKMNP-TV-Z]{12}\b/g],
  ['payment link', /\bpl_[0-9a-f]{32}\b/g],
  ['webhook', /\bwh_[0-9a-f]{32}\b/g],
  ['delivery', /\bwd_[0-9a-f]{32}\b/g],
  ['key', /\bmk_test_[0-9A-Za-z]{24}\b/g],
  ['secret', /\b(?:sk_test_[0-9A-Za-z_-]{43}|whsec_[0-9A-Za-z+/]{44})/g],
  ['TRC20 address', /(?<="payment_address":")T[1-9A-HJ-NP-Za-km-z]{33}(?=")/g],
  ['ERC20 address', /(?<="payment_address":")0x[0-9a-fA-F]{40}(?=")/g],
  ['hash', /(?<="tx_hash":")(?:0x)?[0-9a-f]{64}(?=")/g],
]

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
/** Numbers of blocks, and depths above 0: the networks advance while a script runs. */
const HEIGHT = /(?<="(?:block_number|confirmations)":)[1-9]\d*/g

/**
 * Makes a function that masks values that differ between two servers. An id keeps its number in all texts, so two
 * transcripts are equal only when the same ids are in the same places.
 */
export function createNormaliser(): (text: string) => string {
  const seen = new Map<string, string>()
  const nameOf = (kind: string) => (found: string) => {
    const known = seen.get(found)
    if (known !== undefined) return known
    const count = [...seen.values()].filter((name) => name.startsWith(`<${kind} `)).length
    const name = `<${kind} ${count + 1}>`
    seen.set(found, name)
    return name
  }
  return (text) => {
    const masked = text.replace(TIME, '<time>').replace(HEIGHT, '"<height>"')
    return NAMED.reduce((rest, [kind, pattern]) => rest.replace(pattern, nameOf(kind)), masked)
  }
}
