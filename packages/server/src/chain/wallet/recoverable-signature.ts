import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** A signature of secp256k1 with the lower of its two values of s. */
export interface RecoverableSignature {
  /** 64 bytes: r and s. */
  readonly compact: Uint8Array
  /** 0 or 1: which of two public keys it belongs to. */
  readonly recovery: number
}

/** Added to the recovery bit, as both networks write it. */
const FIRST_V = 27
const TEXT_FORM = /^([0-9a-f]{128})(1[bc])$/

/** Signs a hash of 32 bytes. @param key 64 hex digits */
export function signHash(hash: Uint8Array, key: string): RecoverableSignature {
  const options = { prehash: false, format: 'recovered' } as const
  const [recovery = 0, ...compact] = secp256k1.sign(hash, Buffer.from(key, 'hex'), options)
  return { compact: Uint8Array.from(compact), recovery }
}

/** Returns the account that a signature belongs to, 20 bytes; undefined for one that no network accepts. */
export function signerOf(
  { compact, recovery }: RecoverableSignature,
  hash: Uint8Array,
): Uint8Array | undefined {
  try {
    const signature = secp256k1.Signature.fromBytes(compact, 'compact')
    if (signature.hasHighS()) return undefined
    return accountOf(signature.addRecoveryBit(recovery).recoverPublicKey(hash).toBytes(false))
  } catch {
    return undefined
  }
}

/** Returns 65 bytes in hex: r, s, v. */
export const signatureText = ({ compact, recovery }: RecoverableSignature): string =>
  Buffer.from([...compact, FIRST_V + recovery]).toString('hex')

/** Reads what {@link signatureText} writes; undefined for any other text. */
export function readSignature(text: string): RecoverableSignature | undefined {
  const [, compact, v] = TEXT_FORM.exec(text) ?? []
  if (compact === undefined || v === undefined) return undefined
  return { compact: Buffer.from(compact, 'hex'), recovery: Number.parseInt(v, 16) - FIRST_V }
}

/** Returns the 20 bytes of the account of a key. @param key 64 hex digits */
export const accountOfKey = (key: string): Uint8Array =>
  accountOf(secp256k1.getPublicKey(Buffer.from(key, 'hex'), false))

/** @param publicKey 65 bytes */
const accountOf = (publicKey: Uint8Array): Uint8Array => keccak_256(publicKey.subarray(1)).subarray(-20)
