import { descriptionOf, NETWORKS, type Network } from './networks.js'

/** 0x…0001 to 0x…ffff: precompiled contracts, and 0x…dEaD. No key is known for any of them, on any network. */
const LOW_ACCOUNT = /^(?:00){18}/
const HASH = /^(?:0x)?([0-9a-f]{64})$/
const HASH_BEGINNING = /^(?:0x)?([0-9a-f]{4,64})$/

/** Encodes the 20 bytes of an account in the network's spelling. */
export const encodeAddress = (network: Network, bytes: Uint8Array): string =>
  descriptionOf(network).encodeAddress(bytes)

/**
 * Returns the network's spelling of an address that USDT can be sent to; undefined for every other text. Stricter than
 * the chain libraries, which also accept other spellings, the zero address, token contracts and burn addresses.
 *
 * @see openapi/DECISIONS.md "Withdrawals"
 */
export function readDestination(network: Network, text: string): string | undefined {
  const { decodeAddress, encodeAddress, deadEnds } = descriptionOf(network)
  const bytes = decodeAddress(text)
  if (!bytes || LOW_ACCOUNT.test(Buffer.from(bytes).toString('hex'))) return undefined
  const encoded = encodeAddress(bytes)
  return deadEnds.has(encoded) ? undefined : encoded
}

/** Returns the network's spelling of a non-zero address; undefined for every other text. */
export function readAddress(network: Network, text: string): string | undefined {
  const { decodeAddress, encodeAddress } = descriptionOf(network)
  const bytes = decodeAddress(text)
  return !bytes || bytes.every((byte) => byte === 0) ? undefined : encodeAddress(bytes)
}

/** Returns the spellings under which an address of a network may be stored: a merchant's are kept as they were given. */
export const addressSpellings = (network: Network, address: string): string[] => [
  ...new Set([address, ...descriptionOf(network).spellings(address)]),
]

/** Whether two addresses of a network are one: an Ethereum address may be written in lower or upper case. */
export const isSameAddress = (network: Network, one: string, other: string): boolean =>
  addressSpellings(network, one).includes(other)

/** Returns a transaction hash in the spelling of its network: Ethereum's begin with 0x, and TRON's do not. */
export function hashOn(network: Network, text: string): string {
  const [, digits] = HASH.exec(text.toLowerCase()) ?? []
  return digits === undefined ? text : `${descriptionOf(network).hashPrefix}${digits}`
}

/** Returns how the hashes of transactions may begin that a text is the beginning of. */
export function hashBeginnings(text: string): string[] {
  const [, digits] = HASH_BEGINNING.exec(text.toLowerCase()) ?? []
  if (digits === undefined) return []
  return [...new Set(NETWORKS.map((network) => `${descriptionOf(network).hashPrefix}${digits}`))]
}

/** Returns the spellings under which a hash or an address may be stored. */
export const spellingsOf = (text: string): string[] => [
  ...new Set([
    text,
    text.toLowerCase(),
    ...NETWORKS.flatMap((network) => [hashOn(network, text), readAddress(network, text) ?? []].flat()),
  ]),
]
