import type { KeyUsage } from './crypto.js'

/** A `CryptoKey`, as every runtime's types describe it. */
interface HmacCryptoKey {
  algorithm: { name: string; hash?: { name: string } }
  usages: string[]
}

/**
 * Tells a WebCrypto key, of any realm, for HMAC-SHA256 and this usage from everything else. A key for something else has
 * no bytes either, so it is refused like any value that is no secret.
 */
export function isCryptoKey(value: unknown, usage: KeyUsage): boolean {
  if ({}.toString.call(value) !== '[object CryptoKey]') return false
  const { algorithm, usages } = value as HmacCryptoKey // only a CryptoKey has this tag, or what fails when it is used
  return algorithm.name === 'HMAC' && algorithm.hash?.name === 'SHA-256' && usages.includes(usage)
}
