import type { KeyUsage } from './hmac.js'

/** The members of a `CryptoKey` for HMAC, which the types of every runtime have. */
interface HmacCryptoKey {
  algorithm: { name: string; hash?: { name: string } }
  usages: string[]
}

/**
 * Whether a value is a WebCrypto key for HMAC-SHA256 and this usage, by its members, which are the same in every realm. A
 * key for another algorithm has no bytes either and is refused like any other invalid secret.
 */
export function isHmacKey(value: unknown, usage: KeyUsage): boolean | undefined {
  const { algorithm, usages } = Object(value) as Partial<HmacCryptoKey>
  return algorithm?.name === 'HMAC' && algorithm.hash?.name === 'SHA-256' && usages?.includes(usage)
}
