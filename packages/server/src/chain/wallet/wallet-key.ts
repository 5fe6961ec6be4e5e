import type { Usdt } from '../../domain/shared/money.js'
import { accountOfKey, type RecoverableSignature, signHash } from './recoverable-signature.js'

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

/** The key of a hot wallet. */
export interface WalletKey {
  /** 20 bytes: the account of the wallet on every network. */
  readonly account: Uint8Array
  /** @throws SignerUnavailable where the key is elsewhere and gave no usable signature */
  sign(unsigned: UnsignedTransaction, signal: AbortSignal): Promise<RecoverableSignature>
}

/** Makes the key of a hot wallet from its 64 hex digits. */
export const localKey = (digits: string): WalletKey => ({
  account: accountOfKey(digits),
  sign: async ({ hash }) => signHash(hash, digits),
})
