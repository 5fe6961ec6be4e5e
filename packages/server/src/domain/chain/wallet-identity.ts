import type { ChainId } from '../shared/types.js'

/** Identifies the wallet of a network that a database belongs to. */
export interface WalletIdentity extends ChainId {
  readonly chainId: number
  /** The contract of the token, in the network's spelling. */
  readonly token: string
  /** SHA-256 of the extended public key, in hex. */
  readonly xpubHash: string
  /** The address with index 0, which no order gets. */
  readonly firstAddress: string
  /** The wallet that pays withdrawals; null without a signer. */
  readonly hotWallet: string | null
}
