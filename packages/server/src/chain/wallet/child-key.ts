import { createHmac } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'

const { Point } = secp256k1
type PointOf = typeof Point.BASE

/** A public key with children, as defined by BIP-32. */
export interface ParentKey {
  /** 33 bytes, compressed. */
  readonly publicKey: Uint8Array
  readonly chainCode: Uint8Array
}

const HARDENED = 0x80000000
const INDEX_BYTES = 4
const SCALAR_BYTES = 32

/**
 * Derives children of one public key in half the time of @scure/bip32, which also computes fingerprints and chain
 * codes and multiplies in constant time, although every input here is public. OpenSSL's ECDH is slower on this curve,
 * and larger tables save only an eighth. Batched arithmetic of our own is not worth the risk: a bug would send money
 * to an address without a key.
 *
 * @returns a function from index to the child's public key, 65 bytes: 0x04, x, y
 * @throws Error for a hardened index, and where BIP-32 has no such child (fewer than one index in 2^127)
 */
export function childKeys({ publicKey, chainCode }: ParentKey): (index: number) => Uint8Array {
  const parent = Point.fromBytes(publicKey)
  return (index) => {
    if (!Number.isInteger(index) || index < 0 || index >= HARDENED) throw new Error(`no child ${index}`)
    const seed = Buffer.alloc(publicKey.length + INDEX_BYTES)
    seed.set(publicKey)
    seed.writeUInt32BE(index, publicKey.length)
    const left = createHmac('sha512', chainCode).update(seed).digest().subarray(0, SCALAR_BYTES)
    return addTweak(parent, left).toBytes(false)
  }
}

/**
 * Computes `tweak · G + parent`. The tweak follows from the public key, so its timing need not be hidden.
 *
 * @throws Error when the tweak is 0 or not below the order of the curve, or the sum is not a key
 */
export function addTweak(parent: PointOf, tweak: Uint8Array): PointOf {
  const scalar = BigInt(`0x${Buffer.from(tweak).toString('hex')}`)
  if (!Point.Fn.isValidNot0(scalar)) throw new Error('no such child key: tweak out of range')
  const child = Point.BASE.multiplyUnsafe(scalar).add(parent)
  if (child.is0()) throw new Error('no such child key: point at infinity')
  return child
}
