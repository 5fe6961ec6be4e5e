import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Usdt } from '../../domain/shared/money.js'

/** The purpose of a transaction. A void transfers nothing, and prevents the payment at its nonce. */
export interface Spending {
  readonly purpose: 'withdrawal' | 'refund' | 'void'
  readonly withdrawalId: string
  /** In the network's spelling; the wallet itself for a void. */
  readonly destination: string
  /** 1e-8 USDT; 0 for a void. */
  readonly amount: Usdt
}

/** A transaction before its signature. */
export interface UnsignedTransaction {
  /** The bytes whose hash is signed: the envelope on ERC20, `raw_data` on TRC20. */
  readonly bytes: Uint8Array
  /** 32 bytes. */
  readonly hash: Uint8Array
  readonly spending: Spending
}

/** A signature of secp256k1 with the lower of its two values of s. */
export interface KeySignature {
  /** 64 bytes: r and s. */
  readonly compact: Uint8Array
  /** 0 or 1: which of two public keys it belongs to. */
  readonly recovery: number
}

/** The key of a hot wallet. */
export interface WalletKey {
  /** 20 bytes: the account of the wallet on every network. */
  readonly account: Uint8Array
  /** @throws SignerUnavailable where the key is elsewhere and gave no usable signature */
  sign(unsigned: UnsignedTransaction, signal: AbortSignal): Promise<KeySignature>
}

/** Makes the key of a hot wallet from its 64 hex digits. */
export function localKey(digits: string): WalletKey {
  const key = Buffer.from(digits, 'hex')
  return {
    account: accountOf(secp256k1.getPublicKey(key, false)),
    async sign({ hash }) {
      const [recovery = 0, ...compact] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
      return { compact: Uint8Array.from(compact), recovery }
    },
  }
}

/** Returns the account that a signature belongs to; undefined for one that no network accepts. */
export function signerOf({ compact, recovery }: KeySignature, hash: Uint8Array): Uint8Array | undefined {
  try {
    const signature = secp256k1.Signature.fromBytes(compact, 'compact')
    if (signature.hasHighS()) return undefined
    return accountOf(signature.addRecoveryBit(recovery).recoverPublicKey(hash).toBytes(false))
  } catch {
    return undefined
  }
}

/** @param publicKey 65 bytes */
const accountOf = (publicKey: Uint8Array): Uint8Array => keccak_256(publicKey.subarray(1)).subarray(-20)
