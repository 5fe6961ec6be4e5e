import type { KeyUsage } from './crypto.js'

/** A `CryptoKey`, as every runtime's types describe it. */
interface HmacCryptoKey {
  algorithm: { name: string; hash?: { name: string } }
  usages: string[]
}

/**
 * Tells a WebCrypto key, of any realm, from bytes and from an options object.
 *
 * @throws TypeError for a key that is not for HMAC-SHA256 or not for this usage
 */
export function isCryptoKey(value: unknown, usage: KeyUsage): boolean {
  if ({}.toString.call(value) !== '[object CryptoKey]') return false
  const { algorithm, usages } = value as HmacCryptoKey // only a CryptoKey has this tag, or what fails when it is used
  if (algorithm.name === 'HMAC' && algorithm.hash?.name === 'SHA-256' && usages.includes(usage)) return true
  throw new TypeError('the key is for something else')
}
