import type { AddressExcess } from '../payments/address-excess.js'
import type { AppPayment } from '../payments/app-payment.js'
import type {
  IgnoredCount,
  IgnoredTransfer,
  RecordedTransfer,
  TransferIdentity,
} from '../payments/transfer.js'
import type { TreasuryTransfer } from '../payments/treasury-transfer.js'
import type { GivenVerdict } from '../screening/screening.js'
import type { Usdt } from '../shared/money.js'
import type { BlockRef, ChainId, Environment } from '../shared/types.js'

export interface AppPaymentTable {
  insert(payment: AppPayment): Promise<void>
  /** Compare-and-set on the status it had: false when another writer was faster. */
  update(payment: AppPayment, from: AppPayment['status']): Promise<boolean>
  find(id: string): Promise<AppPayment | undefined>
  /** The one that is not voided. */
  findStanding(orderId: string): Promise<AppPayment | undefined>
  /** Voided ones included, oldest first. */
  listByOrder(orderId: string): Promise<AppPayment[]>
}

/** Where a transfer or a movement stands among all of its network, in chain order. */
export interface TransferPlace {
  readonly block: Pick<BlockRef, 'number'>
  readonly txHash: string
  readonly logIndex: number
}

/** Some of many, in chain order: those after that one. */
export interface PageAfter {
  readonly after: TransferPlace | undefined
  readonly limit: number
}

/** What came to an address, 1e-8 USDT. */
export interface CameTo {
  /** All that counts, confirmed or not. */
  readonly counted: bigint
  /** What of it is not confirmed. */
  readonly pending: bigint
  /** What counts for nothing. */
  readonly ignored: bigint
}

/** Blocks above one; up to another, that one included, where it is named. */
export interface BlockRange {
  readonly after: number
  readonly upTo?: number | undefined
}

export interface TreasuryTransferTable {
  insert(movement: TreasuryTransfer): Promise<void>
  /** Everything but its identity. */
  update(movement: TreasuryTransfer): Promise<void>
  find(id: ChainId & { txHash: string; logIndex: number }): Promise<TreasuryTransfer | undefined>
  /** Unconfirmed canonical transfers whose depth block is there, in chain order. */
  listDue(id: ChainId, blockNumber: number, page: PageAfter): Promise<TreasuryTransfer[]>
  /** Everything that is canonical and not confirmed, in chain order. */
  listUnconfirmed(id: ChainId, limit: number): Promise<TreasuryTransfer[]>
  /** Like {@link listDue}, of what was destroyed. */
  listDestroyed(id: ChainId, blockNumber: number, limit: number): Promise<TreasuryTransfer[]>
  /** Canonical ones in those blocks. @throws TooMuchReplaced */
  listIn(id: ChainId, blocks: BlockRange): Promise<TreasuryTransfer[]>
  /** The newest block with a canonical one, or with one that was booked for good. */
  newestBlock(id: ChainId, isConfirmed?: boolean): Promise<number | undefined>
  /** Everything that ever left an address or moved to it, in chain order. */
  listByAddress(id: ChainId, address: string): Promise<TreasuryTransfer[]>
  /** What came to an address less what left it, up to that block, 1e-8 USDT. */
  sumNet(query: ChainId & { address: string; upTo: number }): Promise<bigint>
}

export interface IgnoredTransferTable {
  /** False when it is there already. */
  insert(id: ChainId, ignored: IgnoredTransfer): Promise<boolean>
  has(id: ChainId, ignored: Pick<IgnoredTransfer, 'txHash' | 'logIndex' | 'address'>): Promise<boolean>
  /** How many there were of an address for that reason. */
  count(id: ChainId, of: Pick<IgnoredTransfer, 'address' | 'reason'>): Promise<number>
  addToCount(id: ChainId, of: Pick<IgnoredTransfer, 'address' | 'reason'>, added: number): Promise<void>
  /** Forgets those in blocks above that one; they are counted no more. */
  deleteAfter(id: ChainId, blockNumber: number): Promise<void>
  /** What is kept of an address, in chain order. */
  listByAddress(id: ChainId, address: string): Promise<IgnoredTransfer[]>
  listCounts(id: ChainId, address: string): Promise<IgnoredCount[]>
}

export interface AddressExcessTable {
  find(id: ChainId, address: string): Promise<AddressExcess | undefined>
  /** Writes what was found; what the operator accepted stays as it is. */
  put(excess: AddressExcess): Promise<void>
  /** Those that the operator did not accept. */
  listUnexplained(id: ChainId): Promise<AddressExcess[]>
  /** So much of what the operator accepted, 1e-8 USDT, is in the books now. */
  lowerAccepted(id: ChainId, address: string, by: Usdt): Promise<void>
  /** From now on as much as was found is no surprise. */
  acceptAll(id: ChainId): Promise<void>
}

export interface TransferTable {
  insert(transfer: RecordedTransfer): Promise<void>
  /** Everything but its identity. */
  update(transfer: RecordedTransfer): Promise<void>
  find(id: ChainId & { txHash: string; logIndex: number }): Promise<RecordedTransfer | undefined>
  /** Whether a canonical one, seen in the order's window, waits for its depth. */
  isInFlight(orderId: string): Promise<boolean>
  /** The oldest 1,000, orphaned ones included, in chain order. */
  listByOrder(orderId: string): Promise<RecordedTransfer[]>
  /** Canonical ones of an order that will count, those that need the most blocks first. */
  listAwaited(orderId: string, limit: number): Promise<RecordedTransfer[]>
  /**
   * Those of an order that its events name, in chain order: what the chain still has, or of that only what is confirmed.
   * Where there are more than `limit`, flagged ones and then the largest.
   */
  listForEvent(orderId: string, which: 'canonical' | 'confirmed', limit: number): Promise<RecordedTransfer[]>
  /** Everything that ever came to an address, in chain order. */
  listByAddress(id: ChainId, address: string): Promise<RecordedTransfer[]>
  /** Confirmed transfers that belong to nobody yet, in chain order. */
  listInSuspense(environment: Environment, limit: number): Promise<RecordedTransfer[]>
  /** Canonical ones that were not judged yet, in chain order, after one of them; dust alone, or all but dust, where said. */
  listUnscreened(
    id: ChainId,
    after: TransferPlace | undefined,
    limit: number,
    only?: 'dust' | 'payments',
  ): Promise<RecordedTransfer[]>
  /**
   * Unconfirmed canonical transfers that were judged and whose depth block is there, in chain order. A late one is not due
   * before its order was paid or its window has ended.
   */
  listDue(id: ChainId, blockNumber: number, page: PageAfter): Promise<RecordedTransfer[]>
  /** Late ones, no dust, whose depth block is there and whose order has not ended, in chain order. */
  listHeldLate(id: ChainId, blockNumber: number, limit: number): Promise<RecordedTransfer[]>
  /** Everything that is canonical, counts and is not confirmed, in chain order. */
  listUnconfirmed(id: ChainId, limit: number): Promise<RecordedTransfer[]>
  /** Canonical transfers in those blocks. @throws TooMuchReplaced */
  listIn(id: ChainId, blocks: BlockRange): Promise<RecordedTransfer[]>
  /** The newest block with a canonical one, or with one that was booked for good. */
  newestBlock(id: ChainId, isConfirmed?: boolean): Promise<number | undefined>
  /** What came to an address up to that block. */
  sumTo(query: ChainId & { address: string; upTo: number }): Promise<CameTo>
}

export interface ScreeningVerdictTable {
  /** Keeps what a judge said before; a flag replaces a pass. */
  insert(transfer: TransferIdentity, verdict: GivenVerdict): Promise<void>
  /** What was said about a transfer since it last entered a canonical block. */
  list(transfer: TransferIdentity): Promise<GivenVerdict[]>
}
