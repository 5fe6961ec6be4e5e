import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** Added to the recovery bit, as both networks write it. */
const FIRST_V = 27
const RAW = { prehash: false } as const

/**
 * Signs a hash.
 *
 * @param key 64 hex digits
 * @returns 65 bytes in hex: r, s, v
 */
export function signDigest(digest: Uint8Array, key: string): string {
  const signed = secp256k1.sign(digest, Buffer.from(key, 'hex'), { ...RAW, lowS: true, format: 'recovered' })
  return Buffer.from([...signed.subarray(1), (signed[0] ?? 0) + FIRST_V]).toString('hex')
}

/**
 * Recovers who signed a hash.
 *
 * @param signature 65 bytes in hex: r, s, v
 * @returns the 20 bytes of the account; undefined for a signature that networks refuse
 */
export function signerOf(digest: Uint8Array, signature: string): Uint8Array | undefined {
  const bytes = Buffer.from(signature, 'hex')
  const bit = (bytes[64] ?? 0) - FIRST_V
  if (bytes.length !== 65 || (bit !== 0 && bit !== 1)) return undefined
  try {
    const parsed = secp256k1.Signature.fromBytes(Uint8Array.of(bit, ...bytes.subarray(0, 64)), 'recovered')
    if (parsed.hasHighS()) return undefined
    return accountOf(parsed.recoverPublicKey(digest).toBytes(false))
  } catch {
    return undefined
  }
}

/** Returns the 20 bytes of the account of a key. @param key 64 hex digits */
export const accountOfKey = (key: string): Uint8Array =>
  accountOf(secp256k1.getPublicKey(Buffer.from(key, 'hex'), false))

const accountOf = (publicKey: Uint8Array): Uint8Array => keccak_256(publicKey.subarray(1)).subarray(-20)
