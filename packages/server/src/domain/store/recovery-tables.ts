import type { Explanation } from '../recovery/explanation.js'
import type { Recovery } from '../recovery/recovery.js'
import type { Usdt } from '../shared/money.js'
import type { ChainId, Instant } from '../shared/types.js'
import type { WalletId } from '../withdrawals/signed-transaction.js'

/** Derivation indexes that are skipped, both ends included. */
export interface SkippedIndexes extends ChainId {
  readonly first: number
  readonly last: number
  /** Null for those of older versions. */
  readonly skippedAt: Instant | null
}

/** Facts that a restore may have changed; times are null where there is none. */
export interface AccessSummary {
  readonly merchants: number
  readonly suspendedMerchants: number
  readonly newestMerchantAt: Instant | null
  readonly activeKeys: number
  readonly newestKeyAt: Instant | null
  readonly lastRevocationAt: Instant | null
  readonly newestWebhookSecretAt: Instant | null
  /** Payment links that are not closed. */
  readonly openLinks: number
  readonly newestLinkAt: Instant | null
  readonly people: number
  readonly newestPersonAt: Instant | null
  readonly passkeys: number
}

/** Which addresses of a network no lost order can have had. Times are null where there is none. */
export interface LeaseLimits {
  /** Whether the database lacks no commit that was not answered for by skipped indexes. */
  readonly isUnbroken: boolean
  /** The last recovery. */
  readonly recovery: Pick<Recovery, 'begunAt' | 'finishedAt'> | undefined
  /** Indexes that were skipped. */
  readonly skipped: { readonly count: number; readonly areDerived: boolean; readonly lastAt: Instant | null }
}

export interface RecoveryTable {
  /** Returns the recovery that is not finished. */
  findOpen(): Promise<Recovery | undefined>
  /** Returns the last recovery, open or finished. */
  findLast(): Promise<Recovery | undefined>
  /** Opens a recovery. Fails if one is open. */
  begin(recovery: Omit<Recovery, 'id' | 'finishedAt'>): Promise<Recovery>
  /** Finishes the open recovery. */
  finish(at: Instant): Promise<void>
  /** Skips the next `count` derivation indexes of a network, and lower ones that are free. */
  skipIndexes(id: ChainId, count: number, at: Instant): Promise<void>
  /** Lists skipped indexes of a network whose addresses are not all stored yet, lowest first. */
  listUnderived(id: ChainId): Promise<SkippedIndexes[]>
  /** Records that the addresses of skipped indexes are stored. */
  noteDerived(skipped: SkippedIndexes, at: Instant): Promise<void>
  /** Summarizes the facts that an operator compares with other records after a restore. */
  summarizeAccess(): Promise<AccessSummary>
  /** Counts the skipped indexes of a network, and says whether all of their addresses are stored. */
  countSkipped(id: ChainId): Promise<{ count: number; areDerived: boolean }>
  /** Returns what lost commits leave of the addresses of a network. */
  findLeaseLimits(id: ChainId): Promise<LeaseLimits>
}

/** Identifies an explanation. */
export type ExplanationName = Pick<Explanation, 'environment' | 'network' | 'txHash' | 'logIndex'>

export interface ExplanationTable {
  insert(explanation: Explanation): Promise<void>
  find(name: ExplanationName): Promise<Explanation | undefined>
  /** Lists the explanations of a transaction. */
  listByTransaction(id: ChainId & { txHash: string }): Promise<Explanation[]>
  /** Lists explanations whose merchant did not have the whole amount yet, oldest first. */
  listShort(id: ChainId): Promise<Explanation[]>
  /** Lists explanations whose nonce is unknown, except `earlier` ones. */
  listWithoutNonce(id: ChainId): Promise<Explanation[]>
  /** Returns one more than the highest nonce that the wallet signed with here, if it did, and the explained nonces. */
  noncesOf(id: WalletId): Promise<{ signed: number | undefined; explained: ReadonlySet<number> }>
  /**
   * Lists explained payments of an amount, 1e-8 USDT, to an address whose withdrawals the database does not know: those that
   * a merchant or the operator bears, oldest first.
   */
  listWithoutWithdrawal(payment: ChainId & { to: string; amount: Usdt }): Promise<Explanation[]>
  /** Makes an explained transfer the payment of a withdrawal. */
  assign(name: ExplanationName, to: { withdrawalId: string; at: Instant }): Promise<void>
  /** Lowers what is short to `shortfall`, 1e-8 USDT. */
  setShortfall(name: ExplanationName, shortfall: Usdt): Promise<void>
  /** Records the nonce of all explanations of a transaction. */
  noteNonce(id: ChainId & { txHash: string }, nonce: number): Promise<void>
}
