import type { KeyUsage } from './hmac.js'

/** A `CryptoKey`, as every runtime's types describe it. */
interface HmacCryptoKey {
  algorithm: { name: string; hash?: { name: string } }
  usages: string[]
}

/**
 * Tells a WebCrypto key for HMAC-SHA256 and this usage by its members, which work in any realm, from other keys and from
 * bytes. A key for something else has no bytes either, so it is refused like any value that is no secret.
 */
export function isHmacKey(value: unknown, usage: KeyUsage): boolean | undefined {
  const { algorithm, usages } = Object(value) as Partial<HmacCryptoKey> // what has other members is told by the use
  return algorithm?.name === 'HMAC' && algorithm.hash?.name === 'SHA-256' && usages?.includes(usage)
}
