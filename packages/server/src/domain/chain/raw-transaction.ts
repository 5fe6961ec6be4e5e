/** A transaction with its signature, as it is broadcast. */
export interface RawTransaction {
  readonly txHash: string
  readonly raw: string
}

/** `dead`: no block can have it any more. */
export type TransactionFate =
  | { readonly kind: 'pending' | 'dead' }
  | { readonly kind: 'mined'; readonly fee: bigint; readonly isFinal: boolean }
