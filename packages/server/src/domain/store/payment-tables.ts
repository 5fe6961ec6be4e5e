import type { IgnoredCount, IgnoredTransfer, RecordedTransfer, TransferIdentity } from '../chain/transfer.js'
import type { TreasuryTransfer } from '../chain/treasury-transfer.js'
import type { AddressExcess } from '../payments/address-excess.js'
import type { AppPayment } from '../payments/app-payment.js'
import type { RecordedVerdict } from '../screening/screening.js'
import type { Usdt } from '../shared/money.js'
import type { BlockRef, ChainId, Environment, Instant } from '../shared/types.js'

export interface AppPaymentTable {
  insert(payment: AppPayment): Promise<void>
  /** Compare-and-set on the status `from`: false if another transaction has changed the row. */
  update(payment: AppPayment, from: AppPayment['status']): Promise<boolean>
  find(id: string): Promise<AppPayment | undefined>
  /** Finds the payment that is not voided. */
  findStanding(orderId: string): Promise<AppPayment | undefined>
  /** Lists all payments, including voided ones, oldest first. */
  listByOrder(orderId: string): Promise<AppPayment[]>
}

/** Position of a transfer or a treasury transfer in chain order. */
export interface TransferPosition {
  readonly block: Pick<BlockRef, 'number'>
  readonly txHash: string
  readonly logIndex: number
}

/** Position of a transfer in suspense, by the time of its confirmation. */
export interface SuspensePosition extends Omit<TransferPosition, 'block'> {
  readonly confirmedAt: Instant
}

/** A page of a list in chain order. */
export interface PageAfter {
  readonly after: TransferPosition | undefined
  readonly limit: number
}

/** Totals of the transfers to an address, in exact units. */
export interface ReceivedTotals {
  /** Transfers that count, confirmed or not. */
  readonly counted: bigint
  /** The unconfirmed part of `counted`. */
  readonly pending: bigint
  /** Transfers that do not count. */
  readonly ignored: bigint
}

/** Blocks above `after`, up to and including `upTo` if it is set. */
export interface BlockRange {
  readonly after: number
  readonly upTo?: number | undefined
}

export interface TreasuryTransferTable {
  insert(transfer: TreasuryTransfer): Promise<void>
  /** Writes everything except the identity. */
  update(transfer: TreasuryTransfer): Promise<void>
  find(id: ChainId & { txHash: string; logIndex: number }): Promise<TreasuryTransfer | undefined>
  /** Lists unconfirmed canonical transfers that have the required depth at that block, in chain order. */
  listDue(id: ChainId, blockNumber: number, page: PageAfter): Promise<TreasuryTransfer[]>
  /** Lists unconfirmed canonical transfers, in chain order. */
  listUnconfirmed(id: ChainId, limit: number): Promise<TreasuryTransfer[]>
  /** Like {@link listDue}, for funds that the token's owner destroyed. */
  listDestroyed(id: ChainId, blockNumber: number, limit: number): Promise<TreasuryTransfer[]>
  /** Lists canonical transfers in a range of blocks. @throws TooMuchReplaced if there are too many for one transaction */
  listIn(id: ChainId, blocks: BlockRange): Promise<TreasuryTransfer[]>
  /** Returns the newest block with a canonical transfer, or with a confirmed one. */
  newestBlock(id: ChainId, isConfirmed?: boolean): Promise<number | undefined>
  /** Lists the treasury transfers of a transaction. */
  listByTransaction(id: ChainId & { txHash: string }): Promise<TreasuryTransfer[]>
  /** Lists canonical `outgoing` transfers without an explanation, in chain order. */
  listUnexplained(id: ChainId, limit: number): Promise<TreasuryTransfer[]>
  /** Finds a canonical `outgoing` transfer of an amount, 1e-8 USDT, to an address that has no explanation. */
  findUnexplained(query: ChainId & { to: string; value: Usdt }): Promise<TreasuryTransfer | undefined>
  /** Lists all treasury transfers from or to an address, in chain order. */
  listByAddress(id: ChainId, address: string): Promise<TreasuryTransfer[]>
  /** Sums incoming minus outgoing treasury transfers of an address up to a block, in exact units. */
  sumNet(query: ChainId & { address: string; upTo: number }): Promise<bigint>
}

export interface IgnoredTransferTable {
  /** Inserts an ignored transfer. @returns false if it exists */
  insert(id: ChainId, ignored: IgnoredTransfer): Promise<boolean>
  has(id: ChainId, ignored: Pick<IgnoredTransfer, 'txHash' | 'logIndex' | 'address'>): Promise<boolean>
  /** Counts the ignored transfers of an address with a reason, including those that are not stored. */
  count(id: ChainId, of: Pick<IgnoredTransfer, 'address' | 'reason'>): Promise<number>
  /** @param residue what they moved below 1e-8 USDT, in the token's units; negative if more went out */
  addToCount(
    id: ChainId,
    of: Pick<IgnoredTransfer, 'address' | 'reason'>,
    added: { readonly total: number; readonly residue: bigint },
  ): Promise<void>
  /** Sums what an address received minus what it sent in transfers below 1e-8 USDT, in the token's units. */
  sumResidue(id: ChainId, address: string): Promise<bigint>
  /** Deletes those in blocks above that one and lowers the counts. */
  deleteAfter(id: ChainId, blockNumber: number): Promise<void>
  /** Lists the stored transfers of an address, in chain order. */
  listByAddress(id: ChainId, address: string): Promise<IgnoredTransfer[]>
  listCounts(id: ChainId, address: string): Promise<IgnoredCount[]>
}

export interface AddressExcessTable {
  find(id: ChainId, address: string): Promise<AddressExcess | undefined>
  /** Writes the excess. `accepted` of an existing row does not change. */
  put(excess: AddressExcess): Promise<void>
  /** Lists excesses that the operator has not accepted. */
  listUnexplained(id: ChainId): Promise<AddressExcess[]>
  /** Lowers the accepted excess by an amount, 1e-8 USDT, that is recorded now. */
  lowerAccepted(id: ChainId, address: string, by: Usdt): Promise<void>
  /** Accepts the excess of all addresses of a network. */
  acceptAll(id: ChainId): Promise<void>
}

export interface TransferTable {
  insert(transfer: RecordedTransfer): Promise<void>
  /** Writes everything except the identity. */
  update(transfer: RecordedTransfer): Promise<void>
  find(id: ChainId & { txHash: string; logIndex: number }): Promise<RecordedTransfer | undefined>
  /** Counts the unconfirmed canonical transfers in the order's window, up to `limit`. */
  countInFlight(orderId: string, limit: number): Promise<number>
  /** Lists the oldest 1,000 transfers, including orphaned ones, in chain order. */
  listByOrder(orderId: string): Promise<RecordedTransfer[]>
  /** Lists canonical transfers of an order that will count, those that need the most blocks first. */
  listAwaited(orderId: string, limit: number): Promise<RecordedTransfer[]>
  /**
   * Lists the transfers for an event of an order, in chain order: all canonical ones, or only the confirmed ones. If there
   * are more than `limit`, flagged ones come first, then the largest.
   */
  listForEvent(orderId: string, which: 'canonical' | 'confirmed', limit: number): Promise<RecordedTransfer[]>
  /** Lists the different senders of an order's credited transfers. */
  listSenders(orderId: string, limit: number): Promise<string[]>
  /** Lists all transfers to an address, in chain order. */
  listByAddress(id: ChainId, address: string): Promise<RecordedTransfer[]>
  /** Lists confirmed transfers in suspense, in chain order. */
  listInSuspense(environment: Environment, limit: number): Promise<RecordedTransfer[]>
  /** Lists them page by page, the latest confirmed first. */
  listLatestInSuspense(
    environment: Environment,
    page: { readonly before: SuspensePosition | undefined; readonly limit: number },
  ): Promise<RecordedTransfer[]>
  /** Lists canonical transfers that are not screened, in chain order; `only` selects dust or everything but dust. */
  listUnscreened(
    id: ChainId,
    after: TransferPosition | undefined,
    limit: number,
    only?: 'dust' | 'payments',
  ): Promise<RecordedTransfer[]>
  /**
   * Lists unconfirmed, screened canonical transfers that have the required depth at that block, in chain order. A late
   * transfer is not due before its order was paid or its window has ended.
   */
  listDue(id: ChainId, blockNumber: number, page: PageAfter): Promise<RecordedTransfer[]>
  /** Lists late transfers, without dust, that have the required depth but whose order has not ended, in chain order. */
  listWaitingLate(id: ChainId, blockNumber: number, limit: number): Promise<RecordedTransfer[]>
  /** Lists unconfirmed canonical transfers that count, in chain order. */
  listUnconfirmed(id: ChainId, limit: number): Promise<RecordedTransfer[]>
  /** Lists canonical transfers in a range of blocks. @throws TooMuchReplaced if there are too many for one transaction */
  listIn(id: ChainId, blocks: BlockRange): Promise<RecordedTransfer[]>
  /** Returns the newest block with a canonical transfer, or with a confirmed one. */
  newestBlock(id: ChainId, isConfirmed?: boolean): Promise<number | undefined>
  /** Lists the addresses above `after` that were paid on the network although they are none of its own. */
  listForeignReceivers(id: ChainId, after: string, limit: number): Promise<string[]>
  /** Sums the transfers to an address up to a block. */
  sumReceived(query: ChainId & { address: string; upTo: number }): Promise<ReceivedTotals>
}

export interface ScreeningVerdictTable {
  /** Records a verdict. An earlier verdict of the same source stays, except that a flag replaces a pass. */
  insert(transfer: TransferIdentity, verdict: RecordedVerdict): Promise<void>
  /** Lists the verdicts on a transfer since it last entered a canonical block. */
  list(transfer: TransferIdentity): Promise<RecordedVerdict[]>
}
