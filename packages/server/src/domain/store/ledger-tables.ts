import type { Account, MerchantCode } from '../ledger/account.js'
import type { ChainProof, ChainResult, EndedProof, ProofRequest } from '../ledger/chain-proof.js'
import type { LedgerCheck } from '../ledger/ledger-check.js'
import type { LedgerEntry, Posting, RecordedPosting } from '../ledger/ledger-entry.js'
import type { LedgerProof } from '../ledger/ledger-proof.js'
import type { ProofFinding } from '../ledger/proof-finding.js'
import type { Usdt } from '../shared/money.js'
import type { ChainId, Environment, Instant } from '../shared/types.js'
import type { StoredVersions } from '../withdrawals/signed-transaction.js'

export interface LedgerTable {
  /** Marks the start of posting; a transaction posts once. @throws Error on a second call */
  begin(): void
  /** Inserts a ledger transaction. @returns undefined if it is new, otherwise the input hash of the one with the same key */
  insertTransaction(entry: LedgerEntry): Promise<string | undefined>
  /** Locks accounts in the given order, creating missing ones. @returns balances by id */
  lock(accounts: readonly Account[]): Promise<Map<string, bigint>>
  /** Adds to a balance. @returns false if the balance would fall below the floor */
  move(account: Account, delta: bigint): Promise<boolean>
  insertPostings(postings: readonly Posting[]): Promise<void>
  /** Returns balances by id, without accounts that have no postings. */
  balances(ids: readonly string[]): Promise<Map<string, bigint>>
  /** Sums the balances of all merchants by environment and account. Reads every account. */
  sumMerchants(): Promise<MerchantSum[]>
  /** Lists the postings of an order, a withdrawal or a payment, oldest first. */
  listByReference(reference: string): Promise<RecordedPosting[]>
}

/** The balances of all merchants in one of their accounts. */
export interface MerchantSum {
  readonly environment: Environment
  readonly code: MerchantCode
  /** 1e-8 USDT. */
  readonly total: bigint
}

/** A row that violates a ledger check. */
export interface LedgerFinding {
  readonly id: string
  /** The amount that is wrong, or the part that is missing. */
  readonly aspect: string
  readonly found: bigint | null
  readonly expected: bigint | null
}

export interface LedgerCheckTable {
  /** Lists at most `limit` rows that violate a check. */
  list(check: LedgerCheck, limit: number): Promise<LedgerFinding[]>
}

export interface LedgerProofTable {
  /** Finds the last proof; undefined before the first has ended. */
  find(): Promise<LedgerProof | undefined>
  /** Claims the next proof. @returns false if one started at or after `dueAt` */
  claim(times: { now: Instant; dueAt: Instant }): Promise<boolean>
  record(proof: LedgerProof): Promise<void>
  /** Makes the next proof due at once. */
  request(): Promise<void>
  /** Whether a requested proof has not been claimed. */
  isRequested(): Promise<boolean>
}

export interface ChainProofTable {
  /** Finds the proofs of a network; undefined before the first request or end. */
  find(id: ChainId): Promise<ChainProof | undefined>
  /** Lists the proofs of the networks of an environment. */
  list(environment: Environment): Promise<ChainProof[]>
  /** Stores a request. @returns false while another one has not ended */
  request(id: ChainId, request: ProofRequest): Promise<boolean>
  /** Deletes a request. @returns false if it has ended */
  endRequest(id: ChainId, request: ProofRequest): Promise<boolean>
  recordEnd(id: ChainId, ended: EndedProof): Promise<void>
  recordResult(id: ChainId, result: ChainResult): Promise<void>
}

export interface ProofFindingTable {
  /** Lists the findings of a proof, in the order of its checks. */
  list(proof: string): Promise<ProofFinding[]>
  /** Replaces the findings of a proof; the first ones are kept. */
  replace(proof: string, findings: readonly ProofFinding[]): Promise<void>
}

export interface CustodyTable {
  /** Lists the hot wallets that ever signed on a network, here or as an explanation says. */
  listWallets(id: ChainId): Promise<string[]>
  /** Sums the amounts that left a hot wallet by finished withdrawals, 1e-8 USDT. */
  sumPaid(query: ChainId & { wallet: string }): Promise<bigint>
  /** Sums the manual adjustments of a network's custody, 1e-8 USDT; may be negative. */
  sumAdjusted(id: ChainId): Promise<bigint>
}

/** The ledger's balance of a receiving address at a block. */
export interface RecordedHolding {
  readonly address: string
  /** In exact units; negative if the ledger misses incoming transfers. */
  readonly recorded: bigint
  /** Excess that the operator accepted, in exact units. */
  readonly accepted: bigint
}

/** The ledger's balance of a hot wallet at a block. `open` lists payments that may or may not have left it. */
export interface RecordedWallet {
  readonly address: string
  /** In exact units. */
  readonly recorded: bigint
  readonly open: readonly { readonly amount: Usdt; readonly signed: StoredVersions }[]
}
