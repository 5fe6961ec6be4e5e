import { secp256k1 } from '@noble/curves/secp256k1.js'
import { computeAddress } from 'ethers'
import { TronWeb } from 'tronweb'
import type { SigningRequest } from './request.js'

/** A key of secp256k1, wherever it is. */
export interface SigningKey {
  /** 65 bytes: 0x04, x, y. */
  publicKey(): Promise<Uint8Array>
  /** @returns r and s; of the two values of s either one */
  sign(hash: Uint8Array): Promise<{ readonly r: bigint; readonly s: bigint }>
}

/** Makes a key from its 32 bytes. */
export const localKey = (secret: Uint8Array): SigningKey => ({
  publicKey: async () => secp256k1.getPublicKey(secret, false),
  sign: async (hash) => secp256k1.Signature.fromBytes(secp256k1.sign(hash, secret, { prehash: false })),
})

/** Returns the address of a key, in the spelling of its network. */
export function addressOf(network: SigningRequest['network'], publicKey: Uint8Array): string {
  const address = computeAddress(`0x${Buffer.from(publicKey).toString('hex')}`)
  return network === 'TRC20' ? TronWeb.address.fromHex(`41${address.slice(2)}`) : address
}

/**
 * Signs a hash as the networks want it: 65 bytes in hex, r, s and v. Ethereum refuses the higher of the two values of s, and a
 * KMS returns either. v tells which of two public keys is the signer's; a KMS does not return it.
 */
export async function signatureOf(key: SigningKey, hash: Uint8Array): Promise<string> {
  const { r, s } = await key.sign(hash)
  const isHigh = s > secp256k1.Point.Fn.ORDER / 2n
  const signature = new secp256k1.Signature(r, isHigh ? secp256k1.Point.Fn.ORDER - s : s)
  const publicKey = Buffer.from(await key.publicKey())
  const recovery = [0, 1].find((bit) =>
    publicKey.equals(signature.addRecoveryBit(bit).recoverPublicKey(hash).toBytes(false)),
  )
  if (recovery === undefined) throw new Error('the signature is not of this key')
  return `0x${Buffer.from([...signature.toBytes('compact'), 27 + recovery]).toString('hex')}`
}
